import { area } from '../fault.ts'

const server = 'apps/server/src'
const platform = `${server}/platform`
const programs = `${server}/programs`

/** Running it for years: what an operator types, what goes by itself, what tells how it stands, and what proves it (issue 18). */
export const operationFaults = [
  ...area('migrate', { under: server, tests: [`${programs}/migrate.test.ts`] }, [
    {
      name: 'check',
      file: 'programs/migrate-command.ts',
      before: '    else if (check) return 1\n',
      after: '',
      breaks: '--check ends with 0 although the database is older',
    },
    {
      name: 'newer',
      file: 'platform/database/version.ts',
      before: 'if (newer.length === 0) return',
      after: 'if (newer.length < 5) return',
      breaks: 'an older program works at a newer database',
    },
    {
      name: 'beside',
      file: 'platform/database/version.ts',
      before: 'names.flatMap((name) => list[name]?.oldServersMayNot || [])',
      after: 'names.slice(1).flatMap((name) => list[name]?.oldServersMayNot || [])',
      breaks: 'a step that old servers do not survive is said to be one that they do',
    },
    {
      name: 'at-start',
      file: 'platform/database/version.ts',
      before: 'if (version.pending.length === 0 && !version.jobsPending) return',
      after: 'if (version.pending.length === 0 || !version.jobsPending) return',
      breaks:
        'a server with MIGRATE=off starts on a database whose tables are older and whose job queue is not',
    },
  ]),
  ...area('ending-sign-ons', { under: platform, tests: [`${server}/features/users/sign-ons.test.ts`] }, [
    {
      name: 'email-in-any-case',
      file: 'sign-on/end-sign-ons.ts',
      before: 'where lower(email) = lower(${email})',
      after: 'where email = ${email}',
      breaks: 'who types another case finds nobody',
    },
    {
      name: 'this-second',
      file: 'sign-on/end-sign-ons.ts',
      before: " + interval '1 second'",
      after: '',
      breaks: 'tokens of this very second go on',
    },
    {
      name: 'again',
      file: 'sign-on/end-sign-ons.ts',
      before: 'doUpdateSet({ not_before: nextSecond })',
      after: 'doNothing()',
      breaks: 'ended a second time, the tokens since the first go on',
    },
  ]),
  ...area('keep-days', { under: server, tests: [`${platform}/database/keep.test.ts`] }, [
    {
      name: 'for-ever',
      file: 'platform/database/keep.ts',
      before: 'if (days > 0) await',
      after: 'if (days >= 0) await',
      breaks: 'what is to be kept for ever goes at once',
    },
    {
      name: 'whole-months',
      file: 'platform/database/keep.ts',
      before: "(first_day at time zone 'UTC' + interval '1 month')",
      after: "(first_day at time zone 'UTC')",
      breaks: 'the month that has days to be kept goes',
    },
    {
      name: 'unknown-ending',
      file: 'features/sim-management/keep.ts',
      before: "and state = 'unknown')`",
      after: "and state = 'waiting')`",
      breaks: 'a batch with a SIM whose ending nobody knows goes',
    },
    {
      name: 'last-deployment',
      file: 'features/csr/keep.ts',
      before: 'later.created_at > csr_deployment.created_at',
      after: 'later.created_at >= csr_deployment.created_at',
      breaks: 'the last deployment of a CSR goes',
    },
    {
      name: 'days-of-another',
      file: 'features/sim-management/index.ts',
      before: 'settings.keepDays.batches',
      after: '(settings.keepDays as unknown as { deployments: number }).deployments',
      breaks: 'batches are kept by the days of deployments',
      tests: [`${server}/keep-days.test.ts`],
    },
  ]),
  ...area('stopping', { under: server, tests: [`${server}/stopping.test.ts`] }, [
    {
      name: 'diagnoses',
      file: 'build-app.ts',
      before: 'jobs.stop(), ...features.map((feature) => feature.stop?.())',
      after: 'jobs.stop()',
      breaks: 'a stop waits for a diagnosis that waits for a carrier',
    },
    {
      name: 'first-jobs',
      file: 'build-app.ts',
      before: 'await Promise.all([jobs.stop(),',
      after: 'for (const feature of features) void feature.close?.()\n      await Promise.all([jobs.stop(),',
      breaks: 'a caller whose deactivation ends during the stop is sent away',
    },
  ]),
  ...area('anchors', { under: `${platform}/audit`, tests: [`${platform}/audit/anchors.test.ts`] }, [
    {
      name: 'nonce',
      file: 'anchors.ts',
      before: 'if (stamp.nonce !== nonce)',
      after: 'if (stamp.nonce === undefined)',
      breaks: 'the answer to somebody else’s question is taken',
    },
    {
      name: 'clock',
      file: 'anchors.ts',
      before: 'if (apart > tolerance)',
      after: 'if (apart > 20 * tolerance)',
      breaks: 'a time-stamp of an hour ago is taken',
    },
    {
      name: 'made-anew',
      file: 'anchors.ts',
      before: 'if (link && link.hash !== hash)',
      after: 'if (link && link.hash.length !== hash.length)',
      breaks: 'a chain that was made anew fits its time-stamps',
    },
    {
      name: 'next-page',
      file: 'anchors.ts',
      before: 'newest.number === first.number - 1',
      after: 'newest.number === first.number',
      breaks: 'a link put in later is missed where a page of links ends at the time-stamp',
    },
  ]),
  ...area('figures', { under: `${platform}/metrics`, tests: [`${platform}/metrics/metrics.test.ts`] }, [
    {
      name: 'unread',
      file: 'database-figures.ts',
      before: 'rows ? 1 : 0',
      after: '1',
      breaks: 'a figure that cannot be read is up',
    },
    {
      name: 'no-zero',
      file: 'database-figures.ts',
      before: '    for (const each of singles.values()) each.remove()\n',
      after: '',
      breaks: 'what cannot be read is 0, as if all were well',
    },
    {
      name: 'ten-seconds',
      file: 'database-figures.ts',
      before: 'clock.elapsed() - refreshedAt < freshMs',
      after: 'clock.elapsed() - refreshedAt < 0',
      breaks: 'every look asks the database',
    },
  ]),
  ...area('proof', { under: 'proof/support', tests: ['proof/support/verdict.test.ts'] }, [
    {
      name: 'lost',
      file: 'verdict.ts',
      before: 'if (entries === 0) verdict.lost',
      after: 'if (entries < 0) verdict.lost',
      breaks: 'an acknowledged change without an entry is fine',
    },
    {
      name: 'failed-entry',
      file: 'verdict.ts',
      before: "in ('Success', 'Accepted')",
      after: "in ('Success', 'Accepted', 'Failed')",
      breaks: 'an acknowledged change whose entry says that it failed is fine',
    },
    {
      name: 'twice',
      file: 'verdict.ts',
      before: 'if (entries > 1 && ',
      after: 'if (entries > 2 && ',
      breaks: 'a change that was done twice is fine',
    },
    {
      name: 'at-the-carrier',
      file: 'verdict.ts',
      before: "(state === 'failed' && isOff)",
      after: "(state === 'unknown' && isOff)",
      breaks: 'a SIM that failed here and is off at its carrier is fine',
    },
    {
      name: 'wrong',
      file: 'caller.ts',
      before: 'if (!honest.includes(status)) ',
      after: 'if (!honest.includes(status) && code < 500) ',
      breaks: 'an error of the server’s own is an honest answer',
    },
    {
      name: 'doubt',
      file: 'claim.ts',
      before: '    this.#doubts.length = 0\n',
      after: '',
      breaks: 'a change of before the last acknowledged one may come back',
    },
  ]),
  ...area('keycloak', { under: 'deploy/keycloak', tests: ['scripts/keycloak-realm.test.ts'] }, [
    {
      name: 'reuse',
      file: 'realm.json',
      before: '"refreshTokenMaxReuse": 1',
      after: '"refreshTokenMaxReuse": 2',
      breaks: 'a stolen refresh token works once more',
    },
  ]),
  ...area(
    'provider-keys',
    { under: `${platform}/sign-on`, tests: [`${platform}/sign-on/provider-keys.test.ts`] },
    [
      {
        name: 'search',
        file: 'provider-keys.ts',
        before: 'const pauseBetweenSearches = 5000',
        after: 'const pauseBetweenSearches = 30_000',
        breaks: 'a stranger’s key id holds a new key up for half a minute',
      },
      {
        name: 'searching',
        file: 'provider-keys.ts',
        before: 'if (searching >= mostSearching) throw error',
        after: '',
        breaks: 'any number of strangers’ calls wait',
      },
    ],
  ),
  ...area(
    'nobody-works',
    {
      under: 'apps/console/src/features/sim-management/batch',
      tests: ['apps/console/src/features/sim-management/batch/batch-run.browser.test.tsx'],
    },
    [
      {
        name: 'open',
        file: 'batch-run.tsx',
        before: '{!isOver && batch.isWorkedOn === false && ',
        after: '{batch.isWorkedOn === false && ',
        breaks: 'a batch that is over is said to wait',
      },
      {
        name: 'said',
        file: 'batch-run.tsx',
        before: 'batch.isWorkedOn === false && <Callout',
        after: 'batch.isWorkedOn === null && <Callout',
        breaks: 'nobody is told that no server works',
      },
    ],
  ),
]
