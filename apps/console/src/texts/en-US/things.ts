/** Where a thing's name leads, loaded with the first link to one. */
export const things = {
  OpenSim: 'SIM @@id@@',
  OpenPanel: 'Panel @@id@@',
  OpenCompany: 'Company @@id@@',
  OpenCsr: 'Deployments on @@id@@',
  OpenContainer: 'Connections of @@id@@',
  OpenPerson: 'User Management of @@id@@',
  OpenStaff: 'User Action Detail of @@id@@',
  OpenTransaction: 'Transaction @@id@@',
} as const
