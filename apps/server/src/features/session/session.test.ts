import { permissions } from '@support-console/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

describeOnOneDatabase('session', (database) => {
  let keys: KeyServer
  let server: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    server = await startTestApp({
      database: database.get(),
      keys,
      env: {
        ENVIRONMENT: 'prod',
        BRAND_URL: 'https://brand.example',
        REASON_REQUIRED: 'on',
        TICKET_URL: 'https://tickets.example/{ticket}',
        APPLICATION_LINKS: 'Wiki=https://wiki.example',
      },
    })
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })

  describe('D17 runtime configuration', () => {
    it('anybody may read it; it names the host, the provider and the version, and holds no secret', async () => {
      const { code, envelope, text } = await server.call('GET', '/api/configuration/v1/runtime', {
        token: null,
      })
      expect(code).toBe(200)
      expect(envelope.data).toEqual({
        environment: 'prod',
        version: '1.2.3',
        signOn: {
          url: new URL(keys.issuer).origin,
          realm: 'installer-services',
          clientId: 'support-console',
          refreshReuseSeconds: 10,
        },
        profileUrl: `${keys.issuer}/account`,
        applicationLinks: [{ label: 'Wiki', url: 'https://wiki.example' }],
        brandUrl: 'https://brand.example',
        deviceSignOn: true,
        reasons: { areRequired: true, ticketUrl: 'https://tickets.example/{ticket}' },
      })
      expect(text).not.toMatch(/demo-|key|secret|password/i)
    })
  })

  describe('D16 what the user may do', () => {
    const accessOf = async (...roles: string[]) => {
      const token = await keys.token({ resource_access: { 'support-console': { roles } } })
      const { envelope } = await server.call('GET', '/api/session/v1/access', { token })
      return envelope.data as { roles: string[]; permissions: string[] }
    }

    it('2.2 support on the production host: all but panel environment, sign-ons and webhooks', async () => {
      const { permissions: may } = await accessOf('support')
      expect(may).toEqual(
        permissions.filter((permission) => !/^(panel-environment|sign-ons|webhooks)\./.test(permission)),
      )
    })

    it('eng-admin: everything; both roles together are their union', async () => {
      expect((await accessOf('eng-admin')).permissions).toEqual([...permissions])
      expect((await accessOf('support', 'eng-admin')).permissions).toHaveLength(permissions.length)
    })

    it('auditor: reads, changes nothing but the record of what they do', async () => {
      const { permissions: may } = await accessOf('auditor')
      expect(may.filter((permission) => !permission.endsWith('.read'))).toEqual(['activity-log.write'])
    })

    it('no role, or one that is not ours: nothing', async () => {
      expect(await accessOf()).toMatchObject({ roles: [], permissions: [] })
      expect(await accessOf('admin')).toMatchObject({ permissions: [] })
    })
  })
})
