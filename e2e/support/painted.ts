import type { Page } from '@playwright/test'

/** The highest band without anything that may stand between two things of a page, in pixels (whole 5). */
const highestBand = 64

/**
 * Bands of the painted page, as it is seen, in which nothing is: rows of pixels that are like the row above them, so that lines at the
 * sides of a box hide no hole in it. Not what is below the last thing.
 */
export async function emptyBands(page: Page): Promise<string[]> {
  // After another width the navigation slides into its place.
  await page.evaluate(async () => {
    const sliding = document.getAnimations().filter((each) => each instanceof CSSTransition)
    await Promise.all(sliding.map(({ finished }) => finished.catch(() => undefined)))
  })
  const main = await page.getByRole('main').boundingBox()
  if (!main) return ['there is no main']
  // A field to write in is a thing, however much room it has.
  await page.evaluate(() => {
    for (const field of document.querySelectorAll<HTMLElement>('main textarea, main [data-dropzone]'))
      field.style.backgroundImage = 'repeating-linear-gradient(#000 0 1px, #fff 1px 3px)'
  })
  const png = await page.screenshot({ fullPage: true, clip: main, animations: 'disabled', caret: 'hide' })
  // A page without a policy reads it.
  const reader = await page.context().newPage()
  const bands = await reader.evaluate(
    async ({ image, highest }) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${image}`)).blob())
      const { width, height } = bitmap
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
      context.drawImage(bitmap, 0, 0)
      const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
      const isLikeAbove = (row: number) => {
        for (let at = row * width; at < (row + 1) * width; at++)
          if (pixels[at] !== pixels[at - width]) return false
        return true
      }
      const found: { top: number; height: number }[] = []
      let top = 0
      for (let row = 1; row < height; row++) {
        if (isLikeAbove(row)) continue
        if (top > 0 && row - top > highest) found.push({ top, height: row - top })
        top = row
      }
      return found
    },
    { image: png.toString('base64'), highest: highestBand },
  )
  await reader.close()
  const near = await page.evaluate(
    ({ found, from }) =>
      found.map(({ top, height }) => {
        const y = from + top + height + 6 - scrollY
        const words = [...document.querySelectorAll('main *')].find(
          (it) =>
            it.getBoundingClientRect().bottom > y && it.children.length === 0 && it.textContent.trim() !== '',
        )
        return `${height} px from ${Math.round(from + top)}, above '${words?.textContent.trim().slice(0, 40) ?? ''}'`
      }),
    { found: bands, from: main.y + (await page.evaluate(() => scrollY)) },
  )
  return near
}

/** What can have the focus, and is hidden behind a bar when it has it, from the first to the last and back (WCAG 2.2, 2.4.11). */
export const hiddenInFocus = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button:not(:disabled), input:not(:disabled, [tabindex="-1"]), select, textarea, [tabindex="0"]',
      ),
    ].filter((it) => it.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    // What of it is in the window: a table is longer than that.
    const isSeen = (element: HTMLElement) => {
      const box = element.getBoundingClientRect()
      const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)]
      const [width, height] = [
        Math.min(box.right, innerWidth) - left,
        Math.min(box.bottom, innerHeight) - top,
      ]
      return [0.1, 0.3, 0.5, 0.7, 0.9].some((part) => {
        const at = document.elementFromPoint(left + width * part, top + height * part)
        return at !== null && (element.contains(at) || at.contains(element) || at.closest('label') !== null)
      })
    }
    const hidden = new Set<string>()
    for (const element of [...all, ...all.toReversed()]) {
      element.focus()
      const { width, height } = element.getBoundingClientRect()
      if (document.activeElement === element && width > 1 && height > 1 && !isSeen(element))
        hidden.add(element.outerHTML.slice(0, 120))
    }
    ;(document.activeElement as HTMLElement | null)?.blur()
    scrollTo(0, 0)
    return [...hidden]
  })

/**
 * Targets below 24 × 24 that have no room around them either (WCAG 2.2, 2.5.8): a circle of 24 round the middle of one meets another.
 * Not links in a sentence, and not what is in a control that is a target itself.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const targets = [
      ...document.querySelectorAll<HTMLElement>(
        'main a[href], main button:not(:disabled), main input:not([type="range"], .visually-hidden), main summary',
      ),
    ].filter((it) => it.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    const boxes = targets.map((it) => (it.closest('label') ?? it).getBoundingClientRect())
    const isInline = (it: HTMLElement) => {
      const around = it.closest('p, li, td, th, dd, h2, h3, div, label')?.textContent.trim().length ?? 0
      const { display } = getComputedStyle(it)
      return it.tagName === 'A' && display.startsWith('inline') && around > it.textContent.trim().length + 2
    }
    return targets.flatMap((it, place) => {
      const box = boxes[place] as DOMRect
      if (box.width < 2 || (box.width >= 23.5 && box.height >= 23.5) || isInline(it)) return []
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      const meets = boxes.some((other, at) => {
        if (at === place || other.width < 2 || targets[at]?.contains(it) || it.contains(targets[at] ?? null))
          return false
        const [dx, dy] = [
          Math.max(other.left - x, 0, x - other.right),
          Math.max(other.top - y, 0, y - other.bottom),
        ]
        return Math.hypot(dx, dy) < 11.5
      })
      return meets
        ? [`${Math.round(box.width)} × ${Math.round(box.height)} ${it.outerHTML.slice(0, 120)}`]
        : []
    })
  })
