import { createOutbound, type Outbound, type SettledCall } from '../platform/outbound/index.ts'
import { slowsDownNow } from '../platform/request-scope.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

/** For tests: the real outbound client with its log lines and figures kept to look at; its waits are over at once. */
export interface TestOutbound extends Outbound {
  clock: TestClock
  logged: { facts: object; message: string }[]
  settled: SettledCall[]
  /** 'att true': it became slow. */
  slow: string[]
  transactionId: string
}

export function createTestOutbound(
  options: { clock?: TestClock } & Pick<Parameters<typeof createOutbound>[0], 'openSession'> = {},
): TestOutbound {
  const clock = options.clock ?? createTestClock({ passing: true })
  const logged: TestOutbound['logged'] = []
  const settled: SettledCall[] = []
  const slow: string[] = []
  const transactionId = crypto.randomUUID()
  const keep = (facts: object, message: string) => void logged.push({ facts, message })
  const outbound = createOutbound({
    clock,
    transactionId: () => transactionId,
    slowsDown: slowsDownNow,
    log: { warn: keep, debug: keep },
    observe: (call) => settled.push(call),
    observeSlow: (neighbour, isSlow) => slow.push(`${neighbour} ${isSlow}`),
    openSession: options.openSession,
  })
  return { ...outbound, clock, logged, settled, slow, transactionId }
}
