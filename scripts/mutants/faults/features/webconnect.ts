import { area } from '../../fault.ts'

const webconnect = 'apps/server/src/features/webconnect'

export const webconnectFaults = [
  ...area('webconnect', { under: webconnect, tests: [`${webconnect}/webconnect.test.ts`] }, [
    {
      name: 'early-timer',
      file: 'collector.ts',
      before: '(settings.intervalMs * 0.9)',
      after: 'settings.intervalMs',
      breaks: 'a timer that is a little early loses its turn',
    },
    {
      name: "another's-turn",
      file: 'collector.ts',
      before: "        .where('holder', '=', holder)\n        .execute()\n    }",
      after: '        .execute()\n    }',
      breaks: "another server's turn is given back",
    },
    {
      name: 'seen-twice',
      file: 'look-at-container.ts',
      before: 'if (seen.has(id)) continue',
      after: '',
      breaks: 'a connection that moves between pages counts twice',
    },
    {
      name: 'never-received',
      file: 'kept-connection.ts',
      before: 'received ?? connected',
      after: 'received',
      breaks: 'a connection that never sent anything is not silent',
    },
    {
      name: 'clock-offset',
      file: 'kept-connection.ts',
      before: 'time - offsetMs',
      after: 'time + offsetMs',
      breaks: 'times are not those of our clock',
    },
    {
      name: 'time-ahead',
      file: 'kept-connection.ts',
      before: ' || moved > notAfter',
      after: '',
      breaks: 'a time that is still to come is shown',
    },
    {
      name: 'figures-that-cannot-be',
      file: 'look-at-container.ts',
      before: "problem: figures ? '' : ",
      after: "problem: figures || true ? '' : ",
      breaks: 'figures that cannot be are told to nobody',
    },
    {
      name: 'missed-for-a-moment',
      file: 'note-connections.ts',
      before: '5 * 60_000',
      after: '0',
      breaks: 'each session that begins anew is kept as gone and back',
    },
    {
      name: 'missed-and-elsewhere',
      file: 'note-connections.ts',
      before: ' or missed.since is not null',
      after: '',
      breaks: 'a panel that is missed is not taken over by another container',
    },
    {
      name: 'nobody-present',
      file: 'note-connections.ts',
      before: '  await fillPresent(db, look.askedAt)\n',
      after: '',
      breaks: 'who leaves after a crash of the database stays connected for ever',
    },
    {
      name: 'present-apart',
      file: 'note-connections.ts',
      before: 'await keepPresent(\n        trx,',
      after: 'await keepPresent(\n        db,',
      breaks: 'where a panel is can be lost between two transactions',
    },
    {
      name: 'last-of-a-stretch',
      file: 'thin-samples.ts',
      before: 'order by at desc',
      after: 'order by at',
      breaks: 'the first sample of a stretch stays, not the last',
    },
    {
      name: 'unlisted',
      file: 'collector.ts',
      before: 'known.filter((name) => !listed.includes(name))',
      after: 'known.filter((name) => listed.length > known.length && !listed.includes(name))',
      breaks: 'a container that is gone looks well',
    },
  ]),
]
