/** One of everything, each with references where it has some. */
export const A_BUNDLE = {
  xplain: 1,
  bundle: 'shop',
  indexes: { web: { retentionDays: 30, description: 'Access logs' }, app: {} },
  lookups: { teams: { csv: 'service,team\ncheckout,payments\n' } },
  macros: {
    failures: { definition: 'index=web level=$level$', arguments: ['level'] },
  },
  dataModels: {
    requests: {
      datasets: [{ name: 'Requests', parent: null, search: 'index=web', fields: [] }],
    },
  },
  dataLinks: {
    trace: { field: 'trace_id', url: 'https://jaeger.example.com/trace/{trace_id}' },
  },
  pipelines: {
    hide: {
      match: 'index=web',
      steps: [{ kind: 'set', field: 'team', value: 'shop' }],
      position: 1,
    },
  },
  savedSearches: {
    errors: { query: '`failures(error)`', name: 'Errors of the shop', earliest: '-1h' },
  },
  checks: {
    deploy: {
      query: 'index=web',
      criteria: 'The deployment went through',
      expectedItems: [{ id: 'migrated', description: 'The schema was migrated' }],
      strategy: 'split',
      samples: 3,
      maxCredits: 5,
    },
  },
  channels: {
    ops: { kind: 'slack', url: { env: 'OPS_SLACK_URL' } },
    mail: { kind: 'email', roles: ['admin'] },
  },
  services: {
    checkout: { selector: 'service=checkout', dependsOn: ['payments'], tier: 1 },
    payments: { selector: 'service=payments', dependsOn: ['checkout'] },
  },
  kpis: {
    failures: {
      service: 'checkout',
      measure: { kind: 'ratio', bad: 'level=error' },
      warning: 1,
      critical: 2,
    },
  },
  alertRules: {
    'checkout-errors': {
      query: 'index=web level=error',
      condition: { kind: 'threshold', op: '>', value: 100 },
      channels: ['ops', 'owners'],
      mutedBy: ['outage'],
    },
    outage: {
      savedSearch: 'errors',
      condition: { kind: 'absence', scope: 'all' },
      severity: 'critical',
    },
  },
  silences: {
    nights: {
      match: { rules: ['checkout-errors'] },
      times: { kind: 'weekly', days: ['monday'], start: '22:00', end: '06:00' },
    },
  },
  dashboards: {
    overview: {
      name: 'Overview',
      panels: [
        {
          id: 'a',
          kind: 'value',
          title: 'Errors',
          x: 0,
          y: 0,
          w: 6,
          h: 4,
          query: 'index=web | stats count',
        },
      ],
    },
  },
  exports: {
    archive: {
      mode: 'archive',
      query: 'index=web',
      schedule: { every: '1h' },
      format: 'jsonl',
      destination: { kind: 'keep' },
    },
  },
  auditStreams: {
    siem: { url: { env: 'SIEM_URL' }, secret: { file: 'siem-key' }, format: 'ocsf' },
  },
} as const;

export const SECRETS = {
  'env:OPS_SLACK_URL': 'https://hooks.slack.example/T00/canary-4711',
  'env:SIEM_URL': 'https://siem.example.com/canary-4712',
  'file:siem-key': `whsec_${Buffer.from('canary'.repeat(6)).toString('base64')}`,
};
