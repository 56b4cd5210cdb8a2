/**
 * What is said of lasting work: an entry for each kind of the contract, of its name (docs/recipes/lasting-work.md). @@name@@ is what
 * people know its thing by; @@total@@, @@done@@ and @@failed@@ count its parts.
 */
export const batch = {
  Name: 'Batch',
  Title: 'Deactivate @@total@@ SIMs',
  TitleOne: 'Deactivate 1 SIM',
  Beside: '@@name@@',
  Running: '',
  Succeeded: '@@done@@ of @@total@@ done · ended @@ago@@',
  Failed: '@@done@@ of @@total@@ done · @@failed@@ not deactivated · ended @@ago@@',
  Open: 'Open the batch',
  Outcome: '@@done@@ of @@total@@ SIMs deactivated, @@failed@@ not.',
  OutcomeAll: 'All @@total@@ SIMs deactivated.',
} as const

export const deactivation = {
  Name: 'Deactivation',
  Title: 'Deactivate SIM @@name@@',
  Beside: '',
  Running: 'under way since @@time@@',
  Succeeded: 'ended @@ago@@',
  Failed: 'ended in error @@ago@@',
  Change: 'Deactivation of SIM',
} as const

export const deployment = {
  Name: 'Deployment',
  Title: '@@name@@: @@before@@ → @@after@@',
  Beside: '',
  Running: 'under way since @@time@@',
  Succeeded: 'ended @@ago@@',
  Failed: 'ended in error @@ago@@',
  Change: 'Release @@before@@ → @@after@@ on',
} as const
