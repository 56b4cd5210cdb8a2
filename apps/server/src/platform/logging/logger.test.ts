import { describe, expect, it } from 'vitest'
import { inScope } from '../request-scope.ts'
import { createLogger, scrub } from './logger.ts'

function logged(work: (log: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = []
  work(
    createLogger(
      { log: { level: 'trace', instance: 'one' } },
      { write: (line: string) => lines.push(line) },
      '1.2.3',
    ),
  )
  return lines
}

describe('R42 logs', () => {
  it.each([
    [{ authorization: 'Bearer abcdefgh' }],
    [{ headers: { authorization: 'Basic dXNlcjpwYXNz', cookie: 'oauth-access-token=hidden-value' } }],
    [{ request: { headers: { authorization: 'hidden-value' } } }],
    [{ device: { vpnPassword: 'hidden-value' } }],
    [{ answer: { access_token: 'hidden-value', refresh_token: 'hidden-value' } }],
    [{ body: 'file content hidden-value' }],
  ])('redacts by path: %j', (facts) => {
    const [line = ''] = logged((log) => log.info(facts, 'x'))
    expect(line).toContain('[redacted]')
    expect(line).not.toMatch(/hidden-value|abcdefgh|dXNlcjpwYXNz/)
  })

  it('redacts a token wherever it slipped in: message, name of a field, stack, URL', () => {
    const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl-_x'
    const lines = logged((log) => {
      log.info(`got ${token}`)
      log.info({ [token]: 1, deep: { a: { b: { c: { d: `x${token}` } } } } }, 'x')
      log.error({ err: new Error(`bad ${token}`) }, 'x')
      log.info(
        { url: `https://a.example/x?access_token=${token}&apiKey=demo-aeris-key` },
        'Basic Zm9vOmJhcmJheg==',
      )
      log.info('postgres://console:very-secret@db.example/console')
    })
    expect(lines.join('')).not.toMatch(/eyJ|demo-aeris-key|Zm9v|very-secret|c2lnbmF0dXJl/)
  })

  it('a newline in input forges no line', () => {
    const lines = logged((log) => log.info({ name: 'a\n{"level":"info","msg":"forged"}' }, 'x'))
    expect(lines).toHaveLength(1)
    expect(lines[0]?.trimEnd().split('\n')).toHaveLength(1)
  })

  it('D8 18.5 every line carries instance and version, those of a call its transaction id and its trace', () => {
    const lines = logged((log) => {
      inScope({ transactionId: 'id-1' }, () => log.child({ part: 'x' }).info('in'))
      inScope({ transactionId: 'id-1', traceId: 'others' }, () => log.info('in'))
      log.info('out')
    }).map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.map(({ instance, version }) => [instance, version])).toEqual(Array(3).fill(['one', '1.2.3']))
    expect(lines.map(({ transactionId, traceId }) => [transactionId, traceId])).toEqual([
      ['id-1', 'id1'],
      ['id-1', 'others'],
      [undefined, undefined],
    ])
  })

  it('leaves ordinary text alone', () => {
    const line = '{"message":"Deactivate SIM 8901…0013","basic":"basic facts","key":"a"}'
    expect(scrub(line)).toBe(line)
  })
})
