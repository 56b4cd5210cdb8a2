import { REALM_PATH } from '../settings.ts'
import { escapeHtml } from './html.ts'

export const ASSETS = `${REALM_PATH}/assets`

/** The frame of all pages of the sign-on: brand, headline, content, and the line below. */
export function layout(headline: string, content: string, script?: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(headline)}</title>
<link rel="preload" href="${ASSETS}/inter.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${ASSETS}/sign-on.css">
<link rel="icon" href="${ASSETS}/icon.svg" type="image/svg+xml">
${script ? `<script src="${ASSETS}/${script}" defer></script>` : ''}
</head>
<body>
<main>
<div class="sheet">
<p class="brand"><svg viewBox="0 0 18 18" width="19" height="19" aria-hidden="true"><rect width="18" height="18" rx="3.5" class="mark"/><path d="M5 5.5h8v3H5z" class="cut"/><path d="M5 12h1.6M8.2 12h1.6M11.4 12H13" class="dots"/></svg>Installer Services</p>
<h1>${escapeHtml(headline)}</h1>
${content}
</div>
<p class="below">For support staff only. Everything you do in the console is recorded.</p>
</main>
</body>
</html>`
}

/** A message in the manner of the console's call banner. */
export const errorBanner = (text: string): string =>
  `<p class="banner" role="alert" id="error"><svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true"><rect width="14" height="14" rx="2.5" class="fill"/><path d="M4.5 4.5l5 5M9.5 4.5l-5 5" class="stroke"/></svg><span>${escapeHtml(text)}</span></p>`
