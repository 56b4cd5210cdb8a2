import { area } from '../../fault.ts'

const companies = 'apps/server/src/features/companies'

export const companiesFaults = [
  ...area('companies', { under: companies, tests: [`${companies}/companies.test.ts`] }, [
    {
      name: 'key-in-capitals',
      file: 'save-company.ts',
      before: 'rpsControlSettings.onlineServiceKey?.toLowerCase()',
      after: 'rpsControlSettings.onlineServiceKey',
      breaks: "a company's own key in capitals is refused",
    },
    {
      name: 'found-in-capitals',
      file: 'installer-service-key.ts',
      before: 'update(normalised(key))',
      after: 'update(key)',
      breaks: 'a key in capitals is not found',
      tests: [`${companies}/installer-service-key.test.ts`],
    },
    {
      name: 'deadlock',
      file: 'lost-race.ts',
      before: "if (code === '40P01') return busy(error)",
      after: '',
      breaks: 'a deadlock is an error, not Busy',
      tests: [`${companies}/subnets.test.ts`],
    },
    {
      name: 'fixed-in-update',
      file: 'company-columns.ts',
      before: '.filter(({ key }) => isFixed(',
      after: ".filter(({ key }) => key !== 'networkModel' && isFixed(",
      breaks: 'the network model can be changed',
    },
    {
      name: 'own-subnets',
      file: 'subnets.ts',
      before: 'if (!present.has(subnetId)) return',
      after: 'if (false) return',
      breaks: "another company's subnet can be taken",
      tests: [`${companies}/subnets.test.ts`],
    },
    {
      name: 'subnet-twice',
      file: 'subnets.ts',
      before: 'j < i && other.subnetId === subnetId',
      after: 'j > wanted.length && other.subnetId === subnetId',
      breaks: 'a subnet may stand twice',
      tests: [`${companies}/subnets.test.ts`],
    },
    {
      name: 'reserved',
      file: 'create-company.ts',
      before: 'if (issues.length > 0) throw',
      after: 'if (false) throw',
      breaks: 'the name of a reservation can be changed',
      tests: [`${companies}/create-company.test.ts`],
    },
  ]),
  ...area('company-lists', { under: companies, tests: [`${companies}/company-lists.test.ts`] }, [
    {
      name: 'chosen',
      file: 'company-lists.store.ts',
      before: '...(among ? ',
      after: '...(false ? ',
      breaks: 'a file of chosen SIMs holds all of the company',
    },
    {
      name: 'whole',
      file: 'company-lists.store.ts',
      before: ' as sorted_by from (',
      after: ' as sorted_by, row_to_json(listed) as whole from (',
      breaks: 'what carriers said is read of all SIMs of a company for each page',
      tests: [`${companies}/company-lists.plans.test.ts`],
    },
    {
      name: 'its-batches',
      file: '../timeline/sources.ts',
      before: '::integer[]) group by',
      after: '::integer[]) or true group by',
      breaks: "a company's timeline tells of other companies' batches",
      tests: ['apps/server/src/features/timeline/timeline.test.ts'],
    },
  ]),
]
