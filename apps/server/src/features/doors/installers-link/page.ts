import { createHash } from 'node:crypto'
import { type PageLanguage, pageLanguages } from '@support-console/contract'
import { pageProgram, pageStyle } from './page-files.ts'
import { type Place, places, type Told } from './told.ts'
import { languageNames, words } from './words.ts'

/** What changes while the page is open, by the places that it goes to. */
export interface PageView {
  texts: Record<string, string>
  times: Record<string, string | null>
  states: Record<string, string>
  hidden: Record<string, boolean>
  steps: readonly string[]
  /** Seconds until it is read again. */
  again: number
}

const refreshSeconds = { asking: 3, usual: 15 } as const

export function pageView(told: Told, language: PageLanguage, now: Date): PageView {
  const text = words[language]
  const ago = (at: string | null) => (at === null ? '' : `(${agoIn(language, at, now)})`)
  const placed = (of: (place: Place) => string) =>
    Object.fromEntries(places.map((place) => [place, of(place)]))
  return {
    texts: {
      status: text.status[told.status],
      'since-name': told.isSinceSeen ? text.seenSince : text.since,
      'since-ago': ago(told.since),
      'heard-ago': ago(told.heardAt),
      'asked-ago': ago(told.askedAt),
      unknown: text.notKnown,
      ...Object.fromEntries(places.map((place) => [`${place}-word`, text.placeState[told.hops[place]]])),
    },
    times: { since: told.since, heard: told.heardAt, asked: told.askedAt },
    states: { status: told.status, ...placed((place) => told.hops[place]) },
    hidden: { incomplete: !told.isIncomplete },
    steps: text.steps[told.advice],
    again: told.advice === 'asking' ? refreshSeconds.asking : refreshSeconds.usual,
  }
}

/** '5 minutes ago', in the largest unit that it fills. */
export function agoIn(language: PageLanguage, at: string, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - Date.parse(at)) / 1000)
  const say = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  if (seconds < 60) return say.format(-Math.floor(seconds), 'second')
  if (seconds < 3600) return say.format(-Math.floor(seconds / 60), 'minute')
  if (seconds < 86_400) return say.format(-Math.floor(seconds / 3600), 'hour')
  return say.format(-Math.floor(seconds / 86_400), 'day')
}

const utc = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const safe = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Changes with what the files say, so that no browser keeps old ones. */
export const version = createHash('sha256')
  .update(pageStyle)
  .update(pageProgram)
  .digest('base64url')
  .slice(0, 10)

const pictures: Readonly<Record<Place, string>> = {
  panel:
    '<rect x="10" y="12" width="28" height="24" rx="3"/><path d="M16 20h16M16 28h6"/><circle cx="31" cy="28" r="2"/>',
  network:
    '<path d="M24 22v20M17 42h14M15 12a13 13 0 0 0 0 20M33 12a13 13 0 0 1 0 20M19 17a7 7 0 0 0 0 10M29 17a7 7 0 0 1 0 10"/>',
  receiver:
    '<rect x="10" y="10" width="28" height="12" rx="2"/><rect x="10" y="26" width="28" height="12" rx="2"/><path d="M16 16h2M16 32h2"/>',
}

interface PageParts {
  language: PageLanguage
  view: PageView
  lastFour: string
  until: Date
}

/** The page of a panel that is live. */
export function renderPage({ language, view, lastFour, until }: PageParts): string {
  const text = words[language]
  const { texts, times, states } = view
  const time = (id: string) => {
    const at = times[id]
    return `<time id="${id}"${at ? ` datetime="${at}"` : ''}>${safe(at ? utc(at) : text.notKnown)}</time> <span id="${id}-ago" class="quiet">${safe(texts[`${id}-ago`] ?? '')}</span>`
  }
  const untilTime = `<time datetime="${until.toISOString()}">${utc(until.toISOString())}</time>`
  const hops = places.map(
    (place) =>
      `<li id="${place}" data-state="${states[place]}"><svg viewBox="0 0 48 48" aria-hidden="true">${pictures[place]}</svg><b>${safe(text.place[place])}</b><span id="${place}-word">${safe(texts[`${place}-word`] ?? '')}</span></li>`,
  )
  return frame(
    language,
    text.title,
    `<section aria-labelledby="status"><p class="quiet">${safe(text.panel(lastFour))}</p>
<div role="status"><h1 id="status" data-state="${states.status}">${safe(texts.status ?? '')}</h1></div>
<dl><dt id="since-name">${safe(texts['since-name'] ?? '')}</dt><dd>${time('since')}</dd><dt>${safe(text.heard)}</dt><dd>${time('heard')}</dd><dt>${safe(text.asked)}</dt><dd>${time('asked')}</dd></dl>
<p id="offline" role="alert" hidden>${safe(text.offline)}</p></section>
<section><h2>${safe(text.toDo)}</h2><ol id="steps" class="steps">${view.steps.map((step) => `<li>${safe(step)}</li>`).join('')}</ol>
<p id="incomplete" class="quiet"${view.hidden.incomplete ? ' hidden' : ''}>${safe(text.incomplete)}</p></section>
<section><h2>${safe(text.way)}</h2><ol class="way">${hops.join('')}</ol></section>
${switchOf(language)}
<p class="quiet">${safe(text.lasts('\u0000')).replace('\u0000', () => untilTime)}</p>`,
    view.again,
  )
}

const switchOf = (language: PageLanguage) =>
  `<nav aria-label="${safe(words[language].language)}">${pageLanguages
    .map(
      (each) =>
        `<a href="?${new URLSearchParams({ lang: each })}" lang="${each}" hreflang="${each}"${each === language ? ' aria-current="page"' : ''}>${languageNames[each]}</a>`,
    )
    .join('')}</nav>`

export type PlainPage = 'ended' | 'endedReported' | 'unknown' | 'busy' | 'failed'

/** A page that says one thing. */
export function renderPlain(language: PageLanguage, page: PlainPage): string {
  const text = words[language]
  const [title, lines] = {
    ended: [text.ended, [text.endedText]],
    endedReported: [text.ended, [text.endedReported, text.endedText]],
    unknown: [text.unknown, [text.unknownText]],
    busy: [text.busy, [text.busyText]],
    failed: [text.failed, [text.failedText]],
  }[page] as [string, string[]]
  const said = lines.map((line) => `<p>${safe(line)}</p>`).join('')
  return frame(language, title, `<section><h1>${safe(title)}</h1>${said}</section>${switchOf(language)}`)
}

/** @param again seconds until it is read again; undefined: never */
const frame = (language: PageLanguage, title: string, body: string, again?: number) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex,nofollow"><meta name="referrer" content="no-referrer"><title>${safe(title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/i/page.css?${version}">${
  again === undefined
    ? ''
    : `<script src="/i/page.js?${version}" defer></script><noscript><meta http-equiv="refresh" content="15;url=?${safe(String(new URLSearchParams({ again: '1', lang: language })))}"></noscript>`
}</head><body${again === undefined ? '' : ` data-again="${again}"`}><main>${body}</main></body></html>
`

/** As the address says, else as the browser does, else as the maker of the link chose. */
export function languageOf(asked: unknown, accepted: string | undefined, chosen: PageLanguage): PageLanguage {
  const known = (tag: string) => pageLanguages.find((language) => language === tag.slice(0, 2).toLowerCase())
  const ofAddress =
    typeof asked === 'string' ? pageLanguages.find((language) => language === asked) : undefined
  const ofBrowser = (accepted ?? '')
    .slice(0, 200)
    .split(',')
    .map((each) => {
      const [tag = '', quality = ''] = each.trim().split(/; *q=/)
      return { language: known(tag), quality: quality === '' ? 1 : Number(quality) || 0 }
    })
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return ofAddress ?? ofBrowser[0]?.language ?? chosen
}
