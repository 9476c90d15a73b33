import { createHash } from 'node:crypto';

export const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1c2128;--dim:#57606a;--line:#d0d7de;--card:#f6f8fa;--good:#1a7f37;--part:#9a6700;--bad:#cf222e;--none:#6e7781;--care:#0969da;--link:#0550ae}
@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--dim:#9da7b3;--line:#30363d;--card:#161b22;--good:#3fb950;--part:#d29922;--bad:#ff7b72;--none:#8b949e;--care:#58a6ff;--link:#79c0ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main,header,footer{max-width:860px;margin:0 auto;padding:0 20px}
header{padding-top:36px}
h1{font-size:1.1rem;margin:0 0 16px}
h2{font-size:1.15rem;margin:40px 0 12px}
h3{font-size:1rem;margin:0}
a{color:var(--link)}
p{margin:6px 0}
.now{display:flex;gap:14px;align-items:center;border:1px solid var(--line);border-left:6px solid var(--c);border-radius:8px;background:var(--card);padding:16px 18px}
.now strong{font-size:1.3rem;display:block;line-height:1.3}
.mark{flex:none;width:28px;height:28px;fill:var(--c)}
.note{border:1px solid var(--line);border-left:6px solid var(--c,var(--part));border-radius:8px;padding:10px 14px;margin:14px 0}
.dim,.facts,footer{color:var(--dim);font-size:.875rem}
ul.list{list-style:none;margin:0;padding:0}
ul.list>li{border-top:1px solid var(--line);padding:14px 0}
.row{display:flex;justify-content:space-between;gap:12px;align-items:baseline;flex-wrap:wrap}
.state{display:inline-flex;gap:6px;align-items:center;font-weight:600;color:var(--c);white-space:nowrap}
.state svg{width:14px;height:14px;fill:var(--c)}
.operational{--c:var(--good)}.degraded{--c:var(--part)}.outage{--c:var(--bad)}.maintenance{--c:var(--care)}.no_data{--c:var(--none)}
.bars{display:block;width:100%;height:34px;margin:8px 0 2px}
.g{fill:var(--good)}.p{fill:var(--part)}.b{fill:var(--bad)}.m{fill:var(--care)}.n{fill:none;stroke:var(--none);stroke-width:1}
.facts{display:flex;justify-content:space-between;gap:12px;flex-wrap:wrap}
@media (max-width:480px){.facts{gap:0 12px}.facts>:nth-child(2){order:3;flex-basis:100%}}
details{font-size:.875rem;margin-top:4px}
summary{cursor:pointer;color:var(--dim)}
table{border-collapse:collapse;width:100%;font-size:.9rem}
.wide{overflow-x:auto}
th,td{text-align:right;padding:6px 8px;border-bottom:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child{text-align:left;white-space:normal}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
bdi{overflow-wrap:anywhere}
form{display:flex;gap:8px;flex-wrap:wrap;align-items:end;margin:8px 0}
label{display:grid;gap:4px;font-size:.875rem}
input,button{font:inherit;padding:7px 10px;border:1px solid var(--dim);border-radius:6px;background:var(--bg);color:var(--fg)}
button{background:var(--fg);color:var(--bg);cursor:pointer}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
footer{border-top:1px solid var(--line);margin-top:48px;padding-top:14px;padding-bottom:36px}
`;

/** Allows only this style sheet: no scripts, no images, no requests to other hosts. Forms post back to this origin. */
export const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
