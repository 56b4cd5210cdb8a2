import type { Environment } from '@support-console/contract/permissions'
import { useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { useRuntimeConfig } from '../../api/runtime-config.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Form } from '../../ui/form/form.tsx'
import { IdentifierField } from '../../ui/form/identifier-field.tsx'
import { KeyValue, KeyValuePanel } from '../../ui/key-value.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Section } from '../../ui/section.tsx'
import { useWatch } from '../watches/index.ts'
import { ConfirmUpdate } from './confirm-update.tsx'
import { choices, printed } from './environments.ts'
import { ReadFailure } from './no-access.tsx'
import styles from './panel-environment.module.css'
import { text } from './texts.ts'
import { UpdateOutcome } from './update-outcome.tsx'
import { physicalIdOf, type Update, usePathfinder } from './use-pathfinder.ts'

interface PathfinderHelperProps {
  /** What stands in the field. */
  readonly typed: string
  readonly onType: (typed: string) => void
  /** A field that a link filled is checked at once. */
  readonly isFromAddress: boolean
  /** The panel of the address, whose environment is shown. */
  readonly physicalId: string | null
  /** Puts the field's panel into the address; false when it is there already. */
  readonly onSearch: (physicalId: string) => boolean
}

/** Pathfinder helper (2.9): a panel's MQTT environment, and an update of it with all its outcomes. */
export function PathfinderHelper(props: PathfinderHelperProps) {
  const { typed, onType, isFromAddress, physicalId, onSearch } = props
  const pathfinder = usePathfinder(physicalId)
  const { found, change, isPreparing } = pathfinder
  const [choice, setChoice] = useState<Environment | ''>('')
  const mayChange = useAccess().may('panel-environment.change')

  const typedId = physicalIdOf(typed)
  const idReason =
    typedId === null ? text(typed.trim() === '' ? 'NeedsPhysicalId' : 'PhysicalIdInvalid') : undefined
  const updateReason =
    idReason ??
    (mayChange ? undefined : text('NeedsPermission')) ??
    (choice === '' ? text('NeedsChoice') : undefined)
  const isOfAddress = typedId !== null && typedId === physicalId
  const search = () => {
    if (typedId !== null && !onSearch(typedId)) found.searchAgain()
  }
  const prepare = () => {
    if (typedId === null || choice === '') return
    pathfinder.prepare({ physicalId: typedId, to: choice })
    search()
  }
  const isSearching = found.state === 'pending' && !isPreparing
  return (
    <Section title={text('PathfinderHelper')}>
      <p className={`quiet ${styles.note}`}>{text('PathfinderNote')}</p>
      <Form isGuarded={false} className={`flex start gap-12 ${styles.search}`} onSubmit={search}>
        <IdentifierField
          className={styles.field}
          label={text('PhysicalPanelId')}
          isStart
          name="physicalId"
          kind="guid"
          value={typed}
          onChange={onType}
          help={text('PhysicalIdHelp')}
          shouldAlwaysShowErrors={isFromAddress}
          checks={{
            isRequired: true,
            check: (value) =>
              value === '' || physicalIdOf(value) !== null ? undefined : text('PhysicalIdInvalid'),
          }}
        />
        <Button
          type="submit"
          look="primary"
          isBusy={isSearching && isOfAddress}
          busyText={text('Searching')}
          disabledReason={idReason}
        >
          {text('Search')}
        </Button>
      </Form>
      <ReadFailure error={found.error} />
      {physicalId !== null && !found.error && (
        <KeyValuePanel>
          <KeyValue label={text('PhysicalPanelId')} copyValue={physicalId} isMono>
            {physicalId}
          </KeyValue>
          <KeyValue label={text('MqttEnvironment')}>
            {found.data ? <strong>{printed(found.data.environment)}</strong> : <LoadingMark />}
          </KeyValue>
        </KeyValuePanel>
      )}
      <div className={`flex wrap between gap-12 ${styles.update}`}>
        <RadioGroup
          label={text('PointTo')}
          value={choice}
          onChange={setChoice}
          options={choices.map((each) => ({ value: each, label: printed(each) }))}
        />
        <Button
          look="danger"
          isBusy={isPreparing || change.isPending}
          busyText={text(change.isPending ? 'Updating' : 'LookingUp')}
          disabledReason={updateReason}
          onPress={prepare}
        >
          {text('Update')}
        </Button>
      </div>
      {pathfinder.isThere && (
        <Callout kind="information">
          {text('AlreadyThere', { environment: printed(pathfinder.isThere) })}
        </Callout>
      )}
      <UpdateOutcome pathfinder={pathfinder} />
      <WatchPointed update={pathfinder.hasPointed ? pathfinder.update : null} />
      <ConfirmUpdate
        update={pathfinder.update}
        isOpen={pathfinder.isAsking}
        onConfirm={pathfinder.confirm}
        onCancel={pathfinder.cancel}
      />
    </Section>
  )
}

/** Offered once a panel points to this host, where it is then waited for. */
function WatchPointed({ update }: { readonly update: Update | null }) {
  const { environment } = useRuntimeConfig()
  const panel = update?.to === environment ? update.panel : null
  const { outcomes } = useWatch(panel && { cloudId: panel.cloudId, word: panel.state.state }, true)
  return panel && outcomes
}
