# npm without a registry: scripts that pass and fail, missing scripts, a bad manifest, packing.
export npm_config_cache=$PWD/.cache npm_config_registry=https://packages.example.org/ npm_config_userconfig=/dev/null npm_config_logs_max=0 npm_config_update_notifier=false npm_config_audit=false npm_config_fund=false npm_config_offline=true
mkdir -p lib; echo 'module.exports = { add: (a, b) => a + b };' > lib/index.js
cat > package.json <<'T'
{ "name": "tiny-lib", "version": "1.2.0", "main": "lib/index.js", "files": ["lib"], "scripts": { "lint": "echo lint passed: 0 problems", "build": "node -e \"console.log('bundle written to dist/tiny.js')\"", "test": "node -e \"console.error('AssertionError: expected 3 but got 4'); process.exit(1)\"", "pretest": "echo preparing fixtures", "typecheck": "no-such-compiler --noEmit", "e2e": "echo e2e tests skipped, no browser found", "postpack": "echo packed and signed" } }
T
npm run lint; npm run build; npm test; npm run typecheck; npm run e2e; npm run deploy; npm pack; npm version patch --no-git-tag-version; npm install left-helper@1.0.0; npm ls; npm explain left-helper; npm install; npm publish --dry-run
echo '{ "name": "broken", ' > package.json; npm run build
