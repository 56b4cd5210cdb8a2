/**
 * What is said of lasting work: an entry for each kind of the contract, of its name (docs/recipes/lasting-work.md). @@name@@ is what
 * people know its thing by; @@total@@, @@done@@ and @@failed@@ count its parts, @@things@@ says what they are.
 */
export const batch = {
  Name: 'Batch',
  Title: 'Deactivate @@total@@ {SIM|SIMs}',
  TitleOne: 'Deactivate 1 SIM',
  Beside: '@@name@@',
  Running: '',
  Succeeded: '@@done@@ of @@total@@ done · finished @@ago@@',
  Failed: '@@done@@ of @@total@@ done · @@failed@@ not deactivated · finished @@ago@@',
  Open: 'Open the batch',
  Outcome: '@@done@@ of @@total@@ {SIM|SIMs} deactivated, @@failed@@ not.',
  OutcomeAll: 'All @@total@@ {SIM|SIMs} deactivated.',
} as const

export const deactivation = {
  Name: 'Deactivation',
  Title: 'Deactivate SIM @@name@@',
  Beside: '',
  Running: 'under way since @@time@@',
  Succeeded: 'finished @@ago@@',
  Failed: 'failed @@ago@@',
  Change: 'Deactivation of SIM',
} as const

export const deployment = {
  Name: 'Deployment',
  Title: '@@name@@: @@before@@ → @@after@@',
  Beside: '',
  Running: 'under way since @@time@@',
  Succeeded: 'finished @@ago@@',
  Failed: 'failed @@ago@@',
  Change: 'Release @@before@@ → @@after@@ on',
} as const

export const look = {
  Name: 'Bulk check',
  Title: 'Check @@things@@',
  Mixed: '@@total@@ {SIM|SIMs} and panels',
  Beside: '@@name@@',
  Running: '',
  Succeeded: '@@done@@ of @@total@@ checked · finished @@ago@@',
  Failed: '@@done@@ of @@total@@ checked · finished @@ago@@',
  Open: 'Open the results',
  Outcome: '@@done@@ of @@total@@ checked.',
  OutcomeAll: 'All @@total@@ checked.',
} as const

export const watch = {
  Name: 'Watch',
  Title: 'Watch panel @@name@@',
  Beside: '',
  Running: 'until @@until@@',
  Succeeded: 'back since @@since@@, on @@reason@@',
  Failed: 'finished @@ago@@',
  Change: 'Watch of panel',
  Silent: 'still silent',
  NotKnown: 'it is not known whether the panel is back',
  Barely: 'back since @@since@@, for less than 10 minutes',
  Stopped: 'stopped',
} as const

export const sweep = {
  Name: 'Scan',
  Title: 'Scan all SIMs',
  Beside: '',
  Running: '',
  Succeeded: '@@done@@ {answer|answers} · finished @@ago@@',
  Failed: '@@done@@ of @@total@@ {answer|answers} · finished @@ago@@',
  Open: 'Open Fleet',
  Outcome: '@@done@@ of @@total@@ {answer|answers} received. The next scan continues from here.',
  OutcomeAll: 'All @@total@@ {answer|answers} received.',
} as const

export const disabling = {
  Name: 'Time of disabled management',
  Title: 'Management of @@name@@ disabled',
  Beside: '',
  Running: 'until @@until@@',
  Late: 'should have ended @@until@@. @@reason@@ The console tries again.',
  Succeeded: 'enabled at the end of its time',
  Failed: 'not enabled: @@reason@@',
  ByHand: 'enabled by @@by@@',
  Replaced: 'replaced by @@by@@',
  Change: 'Disabled management of panel',
} as const

export const enabling = {
  Name: 'Enabling of management',
  Title: 'Enable management of @@things@@',
  Beside: '',
  Running: '',
  Succeeded: '@@done@@ of @@total@@ enabled · finished @@ago@@',
  Failed: '@@done@@ of @@total@@ enabled · @@failed@@ not · finished @@ago@@',
  Open: 'Open the results',
  Outcome: '@@done@@ of @@total@@ enabled, @@failed@@ not.',
  OutcomeAll: 'All @@total@@ enabled.',
} as const

export const series = {
  Name: 'Batches',
  Title: 'Deactivate @@total@@ {SIM|SIMs} in batches',
  Beside: '@@name@@',
  Running: '',
  Succeeded: '@@done@@ of @@total@@ done · finished @@ago@@',
  Failed: '@@done@@ of @@total@@ done · @@failed@@ not deactivated · finished @@ago@@',
  Open: 'Open the batches',
  Outcome: '@@done@@ of @@total@@ {SIM|SIMs} deactivated, @@failed@@ not.',
  OutcomeAll: 'All @@total@@ {SIM|SIMs} deactivated.',
} as const

export const leaving = {
  Name: 'Company that leaves',
  Title: 'Leaving of @@name@@',
  Beside: '',
  Running: '@@done@@ of @@total@@ {line|lines} done',
  Succeeded: 'all @@total@@ {line|lines} done · finished @@ago@@',
  Failed: '@@done@@ of @@total@@ {line|lines} done · finished @@ago@@',
  Open: 'Open the list',
  Outcome: '@@done@@ of @@total@@ {line|lines} done, @@failed@@ open.',
  OutcomeAll: 'All @@total@@ {line|lines} done.',
} as const

export const waves = {
  Name: 'Release in waves',
  Title: 'Release @@name@@ in waves',
  Beside: '',
  Running: '',
  Succeeded: '@@done@@ of @@total@@ {server|servers} · finished @@ago@@',
  Failed: '@@done@@ of @@total@@ {server|servers} · finished @@ago@@',
  Open: 'Open the release',
  Outcome: '@@done@@ of @@total@@ {server|servers} done.',
  OutcomeAll: 'All @@total@@ {server|servers} done.',
} as const
