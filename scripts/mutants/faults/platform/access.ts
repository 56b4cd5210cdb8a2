import { area } from '../../fault.ts'

const platform = 'apps/server/src/platform'

export const accessFaults = [
  ...area('rate-limits', { under: platform, tests: [`${platform}/http/rate-limits.test.ts`] }, [
    {
      name: 'exports',
      file: 'http/rate-limits.ts',
      before: 'call.file !== undefined || ',
      after: '',
      breaks: 'an export counts as any other call',
    },
    {
      name: 'ordinary',
      file: 'http/rate-limits.ts',
      before: 'isCostly(call)\n        ?',
      after: '!isCostly(call)\n        ?',
      breaks: 'ordinary calls are refused at a tenth',
    },
    {
      name: 'window',
      file: 'http/rate-limits.ts',
      before: 'window.endsAt <= now',
      after: 'window.endsAt < now',
      breaks: 'who comes back when he was told to is refused',
    },
    {
      name: 'colleague',
      file: 'problem.ts',
      before: '!whose && !isOver',
      after: '!whose',
      breaks: 'a colleague whose token is over counts as a stranger',
    },
  ]),
  ...area('sign-on', { under: `${platform}/sign-on`, tests: [`${platform}/sign-on/sign-on.test.ts`] }, [
    {
      name: 'longest-token',
      file: 'verify-token.ts',
      before: 'token.length > longestToken',
      after: 'token.length > 10 * longestToken',
      breaks: 'a token of more than 16 KiB is read',
    },
    {
      name: 'no-keys',
      file: 'provider-keys.ts',
      before: "if (set.keys.length === 0) throw new Error('the key set is empty')",
      after: '',
      breaks: 'an empty key set takes the place of a good one',
      tests: [`${platform}/sign-on/provider-keys.test.ts`],
    },
    {
      name: 'issued-at-not-before',
      file: 'ended-sign-ons.ts',
      before: 'user.issuedAt < since',
      after: 'user.issuedAt <= since',
      breaks: 'a token issued exactly at not-before is refused',
      tests: [`${platform}/sign-on/ended-sign-ons.test.ts`],
    },
    {
      name: 'ended-during-refresh',
      file: 'ended-sign-ons.ts',
      before: 'for (const key of own) if (sessions.has(key)) own.delete(key)',
      after: 'own.clear()',
      breaks: 'a sign-on that ends during a refresh goes on',
      tests: [`${platform}/sign-on/ended-sign-ons.test.ts`],
    },
    {
      name: 'kind',
      file: 'verify-token.ts',
      before: "Object.hasOwn(payload, 'typ') && payload.typ === 'Bearer'",
      after: "Object.hasOwn(payload, 'typ')",
      breaks: 'an ID token counts',
    },
    {
      name: 'other-client',
      file: 'verify-token.ts',
      before:
        "if (!signOn.audience && azp !== signOn.clientId) throw new TokenRefused('azp is another client', 'claims')",
      after: '',
      breaks: "another client's token counts",
    },
    {
      name: 'no-kid',
      file: 'verify-token.ts',
      before:
        "if (typeof header.kid !== 'string' || !header.kid) throw new TokenRefused('no kid', 'unknown-key')",
      after: '',
      breaks: 'a token without a key id is tried',
    },
    {
      name: 'known-token-ended',
      file: 'verify-token.ts',
      before: 'if (cached.expiresAt + leeway > parts.clock.now().getTime() / 1000) return cached',
      after: 'return cached',
      breaks: 'a known token never expires',
    },
    {
      name: 'inherited-roles',
      file: 'verify-token.ts',
      before: "!roles.every((role) => typeof role === 'string')",
      after: 'false',
      breaks: 'odd roles count',
    },
  ]),
]
