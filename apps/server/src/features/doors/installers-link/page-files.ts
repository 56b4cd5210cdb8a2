import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The style and the program of the page for installers, small and its own: nothing of the console's. */

export const pageStyle = `:root{color-scheme:light dark;--ground:light-dark(#f4f6f8,#14181d);--card:light-dark(#fff,#1d232a);--text:light-dark(#1a2027,#e8ecf1);--quiet:light-dark(#4d5966,#aab5c1);--line:light-dark(#d3dae1,#38424d);--good:light-dark(#156c38,#62d08c);--bad:light-dark(#b3261e,#ff8a80);--open:light-dark(#5a6673,#aab5c1)}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:17px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:36rem;margin:0 auto;padding:16px}
h1{font-size:1.65rem;line-height:1.25;margin:4px 0 12px}
h2{font-size:1rem;margin:0 0 8px}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:16px;margin:0 0 12px}
p{margin:0 0 8px}p:last-child{margin:0}
.quiet{color:var(--quiet);font-size:.94rem}
[data-state=works],[data-state=reports]{color:var(--good)}
[data-state=fault],[data-state=no-signal],[data-state=silent],[data-state=one-way],[data-state=unsteady]{color:var(--bad)}
[data-state=unknown],[data-state=asking]{color:var(--open)}
dl{margin:0}
dt{color:var(--quiet);font-size:.94rem}dd{margin:0 0 6px}
ol.way{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:1fr 1fr 1fr;text-align:center}
ol.way li{display:grid;justify-items:center;align-content:start;gap:2px;position:relative}
ol.way li+li::before{content:"";position:absolute;right:calc(50% + 30px);width:calc(100% - 60px);top:24px;border-top:2px solid var(--line)}
ol.way svg{width:48px;height:48px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
ol.way b{color:var(--text);font-size:.94rem}
ol.steps{margin:0;padding-left:1.3em}ol.steps li+li{margin-top:6px}
nav{display:flex;flex-wrap:wrap;gap:4px;margin:0 -8px}
a{color:inherit;display:inline-block;padding:10px 8px}
a[aria-current]{font-weight:700;text-decoration:none}
[hidden]{display:none}
.old h1{opacity:.6}
@media print{nav{display:none}}`

/** Runs in the browser: `page-program.js`. */
export const pageProgram = readFileSync(join(import.meta.dirname, 'page-program.js'), 'utf8')
