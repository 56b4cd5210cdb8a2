import type { Page } from '@playwright/test'

/** What may well stand twice: the specification's own words beside the console's. */
const mayRepeat: readonly string[] = []

/** How long things lasted is data; two may be alike. */
const lasting = /\b\d+ (?:s|min|h|d|days?|hours?)\b/g

/** Sentences of more than five words that are seen more than once, outside of data (tables and what happened). */
export async function sentencesSeenTwice(page: Page): Promise<string[]> {
  const seen = await page.evaluate<string[]>(`[...document.querySelectorAll('body *')]
    .filter((it) => [...it.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '') &&
      it.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && it.getBoundingClientRect().width > 1 &&
      !it.closest('tbody, ol, time, .visually-hidden, script, style, [aria-live]'))
    .filter((it, _, all) => !all.some((other) => other !== it && other.contains(it)))
    .map((it) => it.innerText)`)
  const sentences = seen
    .flatMap((text) => text.split(/\n+|(?<=[.!?])\s+/))
    .map((sentence) => sentence.trim().toLowerCase())
    .filter(
      (sentence) =>
        sentence.replaceAll(lasting, '').trim().split(/\s+/).length > 5 && !mayRepeat.includes(sentence),
    )
  return sentences.filter((sentence, place) => sentences.indexOf(sentence) !== place)
}
