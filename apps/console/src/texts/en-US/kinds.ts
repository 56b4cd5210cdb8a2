/** The kinds of things, each by its one word (docs/words.md); and what a person is to a company. */
export const kinds = {
  OneSim: 'SIM',
  OnePanel: 'Panel',
  OneCompany: 'Company',
  OneCsr: 'CSR server',
  OneContainer: 'Container',
  OnePerson: 'Person',
  OneTransaction: 'Transaction',
  OneUser: 'User',

  ManySim: 'SIMs',
  ManyPanel: 'Panels',
  ManyCompany: 'Companies',
  ManyCsr: 'CSR servers',
  ManyContainer: 'Containers',
  ManyPerson: 'People',
  ManyTransaction: 'Transactions',
  ManyUser: 'Users',
} as const
