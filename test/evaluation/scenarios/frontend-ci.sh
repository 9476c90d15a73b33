# A front end's pipeline as a CI runner prints it: tsc, oxlint, oxfmt, node --test with coverage, vite build, a size budget, an upload.
export PATH=$SOURCE_ROOT/node_modules/.bin:$PATH; ln -s $SOURCE_ROOT/node_modules node_modules; mkdir -p src/cart src/admin public
cat > package.json <<'T'
{ "name": "storefront", "version": "4.12.0", "type": "module", "private": true }
T
cat > tsconfig.json <<'T'
{ "compilerOptions": { "target": "es2022", "module": "esnext", "moduleResolution": "bundler", "strict": true, "noEmit": true, "allowImportingTsExtensions": true, "skipLibCheck": true, "types": [] }, "include": ["src/cart"], "exclude": ["src/**/*.test.ts"] }
T
cat > tsconfig.admin.json <<'T'
{ "extends": "./tsconfig.json", "include": ["src/admin"] }
T
echo 'export const total = (prices: readonly number[]): number => prices.reduce((a, b) => a + b, 0);' > src/cart/total.ts
echo 'export function label(n: number): string { return n === 1 ? "1 item" : n + " items"; }' > src/cart/label.ts
printf 'export function banUser(id: number): string {\n  return id;\n}\nexport const roles: string[] = ["owner", 7];\n' > src/admin/users.ts
printf 'export   const limit=  10\nvar old = 1;\ndebugger;\nif (limit == NaN) { console.log(old); }\n' > src/admin/legacy.js
cat > src/cart/cart.test.ts <<'T'
import { test } from 'node:test'; import assert from 'node:assert/strict'; import { total } from './total.ts'; import { label } from './label.ts';
test('TC-101 sums prices', () => assert.equal(total([1, 2]), 3));
test('TC-102 empty cart costs nothing', () => assert.equal(total([]), 0));
test('TC-103 label uses singular', () => assert.equal(label(1), '1 item'));
test('TC-104 rounds to cents', () => assert.equal(total([0.1, 0.2]), 0.3));
test('TC-105 gift wrap', { skip: 'needs the pricing service' }, () => {});
T
printf '<!doctype html><title>Store</title><div id="app"></div><script type="module" src="/src/main.js"></script>\n' > index.html
printf 'import { total } from "./cart/total.ts";\nimport "./style.css";\nconst lazy = () => import("./cart/label.ts");\nlazy().then(({ label }) => { document.querySelector("#app").textContent = label(total([1, 2])); });\n' > src/main.js
echo 'body { margin: 0; color: #222 }' > src/style.css; echo 'User-agent: *' > public/robots.txt
printf 'import "./nowhere.js";\n' > src/broken.js; printf '<!doctype html><script type="module" src="/src/broken.js"></script>\n' > broken.html
echo 'export default { build: { rollupOptions: { input: "broken.html" } } };' > kiosk.config.mjs
stamp() { perl -MPOSIX -MTime::HiRes=time -ne 'BEGIN{$|=1} my $t=time; printf "%s.%03dZ %s", strftime("%Y-%m-%dT%H:%M:%S", gmtime $t), ($t-int $t)*1000, $_'; }
step() { local name=$1; shift; echo "##[group]Run $name"; "$@" 2>&1; local code=$?; echo "##[endgroup]"; if [ $code = 0 ]; then good=$((good+1)); echo "Step '$name' completed: success"; else bad=$((bad+1)); echo "##[error]Process completed with exit code $code."; echo "Step '$name' completed: failure"; fi; }
{ good=0; bad=0
echo "Runner 2.319.1 on linux-x64, job storefront / build (#2284), branch release/4.12"
step 'Type-check shop' tsc -p tsconfig.json --pretty false
step 'Type-check admin' tsc -p tsconfig.admin.json --pretty false
step 'Lint shop' oxlint src/cart
step 'Lint admin' oxlint -D correctness -D no-var -D no-debugger src/admin
step 'Check formatting' oxfmt --check src/admin/legacy.js
step 'Unit tests' node --test --test-reporter=tap --experimental-test-coverage src/cart/cart.test.ts
step 'Build storefront' vite build --outDir dist --logLevel info
step 'Build kiosk' vite build --outDir dist-kiosk --config kiosk.config.mjs
size=$(cat dist/assets/*.js | gzip -c | wc -c); if [ $size -le 4096 ]; then echo "Bundle budget: main.js gzip $size bytes, limit 4096 bytes: within budget"; else echo "Bundle budget: main.js gzip $size bytes, limit 4096 bytes: exceeded"; fi
css=$(cat dist/assets/*.css | wc -c); [ $css -le 16 ] && echo "Bundle budget: style.css within 16 bytes" || echo "##[warning]Bundle budget: style.css is $css bytes, limit 16 bytes: exceeded"
echo "Step 'Visual regression' skipped: condition github.event_name == 'schedule' is false"
echo "Step 'Deploy to production' skipped: earlier step failed"
step 'Upload artifact' tar -czf storefront-4.12.0.tgz dist && ls -l storefront-4.12.0.tgz | awk '{print "Artifact storefront-4.12.0.tgz uploaded, " ($5>0 ? "not empty" : "empty")}'
step 'Cache save' cp -r dist /proc/nowhere/cache
echo "Job storefront / build finished: failure ($bad of $((good+bad)) steps failed)"
} | stamp
