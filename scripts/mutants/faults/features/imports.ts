import { area } from '../../fault.ts'

const imports = 'apps/server/src/features/imports'

export const importsFaults = [
  ...area('imports', { under: imports, tests: [`${imports}/imports.test.ts`] }, [
    {
      name: 'line-of-faults',
      file: 'write-chunk.ts',
      before: 'Math.min(chunk?.good[0]?.line ?? Infinity, chunk?.faults[0]?.line ?? Infinity)',
      after: 'chunk?.good[0]?.line ?? Infinity',
      breaks: 'an import that stops at a chunk of faults names no line',
      tests: [`${imports}/imports-sims.test.ts`],
    },
    {
      name: 'check-digits',
      file: 'write-chunk.ts',
      before: 'bad: 0, oddCheckDigits: 0 }',
      after: 'bad: 0 }',
      breaks: 'odd check digits count once for each connection',
      tests: [`${imports}/imports.test.ts`, `${imports}/imports-sims.test.ts`],
    },
    {
      name: 'faulty-repeat',
      file: 'stage-lines.ts',
      before: 'rows.filter((row) => row.first_seq === row.seq).map((row) => row.seq)',
      after: 'rows.map((row) => row.first_seq)',
      breaks: 'a faulty repeat frees the key, and a third line is taken',
      tests: [`${imports}/imports.test.ts`, `${imports}/imports-sims.test.ts`],
    },
    {
      name: 'older-deactivation',
      file: 'kinds/sims.ts',
      before: 'greatest(line."deactivatedAt", old.deactivated_at)',
      after: 'coalesce(line."deactivatedAt", old.deactivated_at)',
      breaks: 'an old file reports changed SIMs',
      tests: [`${imports}/imports-sims.test.ts`],
    },
    {
      name: 'year-3000',
      file: 'kinds/cells.ts',
      before: 'at.getTime() < endOfInstants',
      after: 'at.getTime() <= endOfInstants',
      breaks: 'the first instant of the year 3000 is taken',
      tests: [`${imports}/imports-sims.test.ts`],
    },
    {
      name: 'dry-run',
      file: 'write-chunk.ts',
      before: 'if (dryRun || !hasChanges)',
      after: 'if (!hasChanges)',
      breaks: 'a dry run writes',
    },
  ]),
]
