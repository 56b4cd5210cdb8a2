import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** What explains a failure, in this order: attachments of `diary.ts` and `world.ts`. */
const explaining = ['what happened', 'page', 'server said']
/** So many lines of one failure at most. */
const MOST_LINES = 150

/** Prints with each failed test what its page showed and what had happened before: in CI the log is all there is. */
export default class FailureReporter implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus || result.status === 'skipped') return
    const title = test.titlePath().filter(Boolean).join(' › ')
    const lines = explaining.flatMap((name) =>
      result.attachments
        .filter((attachment) => attachment.name === name && attachment.body)
        .flatMap(({ body }) => [`--- ${name}`, ...String(body).split('\n')]),
    )
    if (lines.length === 0) lines.push(...snapshotOf(result))
    if (lines.length > MOST_LINES) lines.splice(MOST_LINES, Number.POSITIVE_INFINITY, '… cut here')
    console.log([`=== ${result.status}: ${title}`, ...lines, '==='].join('\n'))
  }

  printsToStdio(): boolean {
    return true
  }
}

/** What Playwright itself noted of the page, where the test failed before it had one of its own. */
function snapshotOf({ attachments }: TestResult): string[] {
  const path = attachments.find(({ name }) => name === 'error-context')?.path
  const [, snapshot = ''] = (path ? readFileSync(path, 'utf8') : '').split('# Page snapshot')
  return snapshot.trim().split('\n')
}
