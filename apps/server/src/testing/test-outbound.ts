import { createOutbound, type Outbound, type SettledCall } from '../platform/outbound/index.ts'

/** For tests: the real outbound client, quicker to repeat, with its log lines and figures kept to look at. */
export interface TestOutbound extends Outbound {
  logged: { facts: object; message: string }[]
  settled: SettledCall[]
  transactionId: string
}

export function createTestOutbound(
  options: Pick<Parameters<typeof createOutbound>[0], 'openSession'> = {},
): TestOutbound {
  const logged: TestOutbound['logged'] = []
  const settled: SettledCall[] = []
  const transactionId = crypto.randomUUID()
  const keep = (facts: object, message: string) => void logged.push({ facts, message })
  const outbound = createOutbound({
    transactionId: () => transactionId,
    log: { warn: keep, debug: keep },
    observe: (call) => settled.push(call),
    repeatAfterMs: 15,
    ...options,
  })
  return { ...outbound, logged, settled, transactionId }
}
