// What the check costs: wall and CPU seconds of its parts. Kept as lines of JSON in the folder CHECK_FIGURES, which
// `.ci/run` and `npm run task -- test:repeat` make; without it nothing is kept.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env.CHECK_FIGURES

/** The file in which a test runner tells what it did, as its own JSON reporter writes it. */
export const reportOf = (runner) => folder && join(folder, `${runner}.json`)

/**
 * Seconds that all processors of this machine have worked since it started; undefined where the system does not tell (only
 * Linux does). Of the whole machine, because browsers and databases leave the family of processes that started them.
 */
function busySeconds() {
  if (!existsSync('/proc/stat')) return undefined
  // user nice system idle iowait irq softirq, in hundredths of a second (proc(5), USER_HZ)
  const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq) / 100
}

/** Runs a part of the check and notes what it took, whether it succeeds or not. */
export async function measured(name, work) {
  const [began, busy] = [performance.now(), busySeconds()]
  try {
    return await work()
  } finally {
    const part = {
      name,
      wall: (performance.now() - began) / 1000,
      cpu: busy === undefined ? undefined : busySeconds() - busy,
    }
    if (folder) appendFileSync(join(folder, 'parts.jsonl'), `${JSON.stringify(part)}\n`)
  }
}

/** The parts in the order in which they ended. */
export function partsOf(where = folder) {
  const file = join(where, 'parts.jsonl')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(JSON.parse) : []
}

/**
 * What the runners' reports say, test by test.
 * @returns {{ file: string, title: string, state: 'passed' | 'failed' | 'skipped', seconds: number }[]}
 */
export function testsOf(where, root) {
  return [...vitestTests(read(where, 'vitest'), root), ...playwrightTests(read(where, 'playwright'))]
}

function read(where, runner) {
  const file = join(where, `${runner}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function vitestTests(report, root) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults, startTime, endTime }) => {
    const file = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name
    const inTests = assertionResults.reduce((sum, { duration }) => sum + (duration ?? 0), 0)
    // What its hooks took is told once, with the file's first test.
    const beside = Math.max(0, endTime - startTime - inTests)
    return assertionResults.map(({ fullName, status, duration }, i) => ({
      file,
      title: fullName,
      state: status === 'passed' || status === 'failed' ? status : 'skipped',
      seconds: ((duration ?? 0) + (i === 0 ? beside : 0)) / 1000,
    }))
  })
}

function playwrightTests(report) {
  const walk = (suite, titles) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map(({ results, status }) => ({
        file: `e2e/${suite.file}`,
        title: [...titles, spec.title].join(' '),
        state: status === 'skipped' ? 'skipped' : spec.ok ? 'passed' : 'failed',
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...titles, inner.title])),
  ]
  return (report?.suites ?? []).flatMap((suite) => walk(suite, []))
}
