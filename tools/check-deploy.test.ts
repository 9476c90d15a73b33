import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProblems, readDeployFiles } from './check-deploy.ts';

test('the files of deploy/ are well', () => {
  const files = readDeployFiles();
  assert.ok(files.size > 10, `${files.size} files`);
  assert.deepEqual(findProblems(files), []);
});

/** A change that somebody could make, and what they are told. */
const FAULTS: readonly (readonly [file: string, old: string, changed: string, reported: RegExp])[] =
  [
    [
      'Dockerfile',
      'XPLAIN_HOST=',
      'XPLAIN_HSOT=',
      /no variable XPLAIN_HSOT; did you mean XPLAIN_HOST/,
    ],
    ['Dockerfile', 'debian:13.1-slim', 'debian:stable-slim', /not pinned/],
    ['Dockerfile', 'USER 10001:10001', 'USER root', /somebody else than 10001/],
    ['Dockerfile', 'COPY . .', 'ADD . .', /ADD is not an instruction/],
    ['Dockerfile', '"--live", ', '', /health check/],
    ['Dockerfile', 'XPLAIN_ENV=production', 'XPLAIN_ENV=prod', /XPLAIN_ENV/],
    ['single.yaml', 'image: xplain:0.1.0', 'image: xplain:latest', /not pinned/],
    ['single.yaml', 'data:/data', 'date:/data', /volume date is not listed/],
    ['single.yaml', 'read_only: true', 'read_only: false', /can write/],
    ['single.yaml', 'restart:', 'restarts:', /nothing called restarts/],
    ['cluster.yaml', 'XPLAIN_ROLES: scheduler', 'XPLAIN_ROLES: schedule', /XPLAIN_ROLES/],
    ['cluster.yaml', '- api-2\n', '- api-3\n', /depends on api-3/],
    ['cluster.yaml', 'nats://nats', 'http://nats', /XPLAIN_NATS_URL/],
    ['single/kustomization.yaml', '- service.yaml', '- services.yaml', /lists services.yaml/],
    ['single/kustomization.yaml', '  - service.yaml\n', '', /does not list service.yaml/],
    ['stateful-set.yaml', 'path: /health', 'path: /ready', /restarted for its engines/],
    ['stateful-set.yaml', 'apps/v1', 'apps/v1beta1', /not known/],
    ['nodes.yaml', 'part: writer', 'part: written', /does not select its own pods/],
    ['nodes.yaml', 'terminationGracePeriodSeconds: 60', '', /less than 60 s/],
    ['nodes.yaml', 'value: api', 'value: apis', /XPLAIN_ROLES/],
    ['xplain.service', 'TimeoutStopSec=60', 'TimeoutStopSec=5', /60 s to end/],
    ['xplain.service', 'User=xplain', 'User=root', /runs as root/],
    ['xplain.service', 'XPLAIN_DATA', 'XPLAIN_DATE', /no variable XPLAIN_DATE/],
    ['nginx.conf', 'proxy_buffering off', 'proxy_buffering on', /holds back/],
    ['Caddyfile', 'max_size 10MB', 'max_size 1MB', /bodies of 10 MB/],
  ];

test('whatever is wrong with one of them is found and named', () => {
  const files = readDeployFiles();
  for (const [ending, old, changed, reported] of FAULTS) {
    const path = [...files.keys()].find((each) => each.endsWith(ending));
    assert.ok(path !== undefined, ending);
    const text = files.get(path) ?? '';
    assert.ok(text.includes(old), `${ending} has ${old}`);
    const broken = new Map([...files, [path, text.replace(old, changed)]]);
    const problems = findProblems(broken);
    assert.ok(
      problems.some((problem) => reported.test(problem)),
      `${ending}, ${changed}: ${problems.join('; ')}`,
    );
  }
});
