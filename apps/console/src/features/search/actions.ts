import { addresses, pageOf } from '@support-console/contract/addresses'
import type { Permission } from '@support-console/contract/permissions'
import { text } from './texts.ts'
import { factOf, type Thing } from './things.ts'

/** What can be done with a hit: each leads somewhere, but for copying. */
export interface Action {
  key: string
  label: string
  /** Left out: its identifier is copied. */
  path?: string
}

/** The ways on from a thing that someone may go; nothing is changed by any of them. */
export function actionsOf(thing: Thing, may: (permission: Permission) => boolean): Action[] {
  const { kind, id } = thing
  const [panel, physicalId] = [factOf(thing, 'panel'), factOf(thing, 'physicalId')]
  const sapCompanyId = factOf(thing, 'sapCompanyId')
  const ways: (Action & { isFor?: boolean; needs?: Permission })[] = [
    { key: 'open', label: text('Open'), path: thing.path },
    {
      key: 'panel',
      label: text('OpenPanel'),
      path: pageOf('panel', panel),
      isFor: panel !== '',
      needs: 'panels.read',
    },
    {
      key: 'panels',
      label: text('OpenPanels'),
      path: addresses.panels('sapNumber', [sapCompanyId]),
      isFor: kind === 'company',
      needs: 'panels.read',
    },
    {
      key: 'environment',
      label: text('Environment'),
      path: addresses.panelEnvironment(physicalId),
      isFor: physicalId !== '',
      needs: 'panel-environment.read',
    },
    {
      key: 'activity',
      label: text('ActivityLog'),
      path: addresses.simActivityOf(id),
      isFor: kind === 'sim',
      needs: 'sim-activity.read',
    },
    {
      key: 'who',
      label: text('WhoDid'),
      path: addresses.actionsWith(id),
      isFor: kind === 'sim' || kind === 'panel',
      needs: 'user-actions.read',
    },
    { key: 'copy', label: text('Copy') },
    {
      key: 'deactivate',
      label: text('Deactivate'),
      path: addresses.simManagement({ simId: id }),
      isFor: kind === 'sim',
      needs: 'sim-management.change',
    },
  ]
  return ways
    .filter(({ isFor = true, needs }) => isFor && (needs === undefined || may(needs)))
    .map(({ key, label, path }) => ({ key, label, ...(path !== undefined && { path }) }))
}
