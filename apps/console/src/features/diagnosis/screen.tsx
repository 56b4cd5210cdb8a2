import { addresses } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'

/** Where the cause of many silent panels is found; no entry of the menu, lists of panels lead to it. */
export const diagnosisScreen: Screen = {
  path: addresses.diagnose(),
  menu: 'MenuDiagnosis',
  title: 'TitleDiagnosis',
  permission: 'panels.read',
  icon: null,
  load: async () => (await import('./many/diagnose-many.tsx')).DiagnoseMany,
}
