import { expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { startKeyServer } from '../../testing/key-server.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createTestClock } from '../../testing/test-clock.ts'

describeOnOneDatabase('F8 what the policy of a page kept from happening', (database) => {
  it('is counted, and logged once a minute of each directive, without what may name customers', async () => {
    const keys = await startKeyServer()
    const clock = createTestClock()
    const server = await startTestApp({ database: database.get(), keys, app: { clock } })
    const post = async (type: string, body: string) =>
      (await fetch(`${server.url}/csp-reports`, { method: 'POST', headers: { 'content-type': type }, body }))
        .status
    const report = (effectiveDirective: string, blockedURL: string) =>
      post(
        'application/reports+json',
        JSON.stringify([{ type: 'csp-violation', body: { effectiveDirective, blockedURL } }]),
      )
    try {
      const { headers } = await fetch(`${server.url}/company`)
      expect(headers.get('reporting-endpoints')).toBe('csp="/csp-reports"')
      expect(headers.get('content-security-policy')).toContain('; report-to csp; report-uri /csp-reports')

      expect(await report('script-src-elem', 'https://evil.example/x.js?sim=8901')).toBe(204)
      expect(await report('script-src-elem', 'inline')).toBe(204)
      expect(await report('made-up\nname', 'inline')).toBe(204)
      const old = { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'data' } }
      expect(await post('application/csp-report', JSON.stringify(old))).toBe(204)
      // What is no report is nothing, and no more than a hint.
      expect(await post('application/reports+json', '{"csp-report":1}')).toBe(204)
      expect(await post('application/json', '[]')).toBe(415)
      expect(await post('application/reports+json', `["${'x'.repeat(70_000)}"]`)).toBe(413)

      const logged = () =>
        server.logged().flatMap(({ directive, blocked }) => (directive ? [[directive, blocked]] : []))
      expect(logged()).toEqual([
        ['script-src-elem', 'https://evil.example'],
        ['other', 'inline'],
        ['img-src', 'data'],
      ])
      // G6: of one address only so many are read in a minute; it is told when to come back, and what it has sent costs nothing.
      const codes = []
      for (let n = 0; n < 70; n++) codes.push(await report('font-src', 'data'))
      expect([codes[0], codes.at(-1), codes.filter((code) => code === 204).length]).toEqual([204, 429, 53])
      await clock.advance(60_000)
      await report('img-src', 'data')
      expect(logged()).toHaveLength(5)
      const metrics = await (await fetch(`${server.operatorUrl}/metrics`)).text()
      expect(metrics).toContain('csp_reports_total{directive="script-src-elem"} 2')
      expect(metrics).toContain('csp_reports_total{directive="other"} 1')
    } finally {
      await server.close()
      await keys.close()
    }
  })
})
