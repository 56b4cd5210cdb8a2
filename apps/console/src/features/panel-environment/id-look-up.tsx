import { readGuid } from '@support-console/contract/guid'
import { bareValue } from '@support-console/contract/pasted'
import type { Environment } from '@support-console/contract/permissions'
import type { DataOf } from '../../api/index.ts'
import { api } from '../../api/index.ts'
import { useSearch } from '../../api/use-search.ts'
import { Link } from '../../kit/link.tsx'
import { text as everyText } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { KeyValue, KeyValuePanel } from '../../ui/key-value.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Section } from '../../ui/section.tsx'
import { Status } from '../../ui/status.tsx'
import { printed } from './environments.ts'
import { ReadFailure } from './no-access.tsx'
import styles from './panel-environment.module.css'
import { text } from './texts.ts'

const call = 'GET /panelenvironment/v1/devicedomainmappings/{panelId}'
type Mappings = DataOf<typeof call>

/** What is looked up. */
export interface LookUp {
  panelId: string
  environment: Environment
}

interface IdLookUpProps {
  readonly draft: LookUp
  /** A field that a link filled is checked at once. */
  readonly isFromAddress: boolean
  readonly onDraft: (draft: LookUp) => void
  /** What the address asks for. */
  readonly lookUp: LookUp | null
  /** Puts the draft into the address; false when it is there already. */
  readonly onSearch: (lookUp: LookUp) => boolean
  /** What this host offers (2.9). */
  readonly environments: readonly Environment[]
  /** The address at which the Pathfinder helper shows the panel too. */
  readonly addressOf: (physicalId: string) => string
  readonly onFollow: (physicalId: string) => void
}

/** Panel ID look-up helper (2.9): all ids of the panel that has this one. */
export function IdLookUp(props: IdLookUpProps) {
  const { draft, isFromAddress, onDraft, lookUp, onSearch, environments, addressOf, onFollow } = props
  const found = useSearch({
    name: 'device-domain-mappings',
    search: lookUp,
    screenTitle: text('ScreenTitle'),
    actionOf: ({ panelId, environment }) =>
      text('ActionLookUp', { panelId, environment: printed(environment) }),
    ask: async ({ panelId, environment }: LookUp, transactionId, signal) =>
      (await api(call, { params: { panelId }, query: { queryEnv: environment }, transactionId, signal }))
        .data,
  })
  const panelId = panelIdOf(draft.panelId)
  const reason = panelId === '' ? text('NeedsPanelId') : panelIdProblem(panelId)
  const search = () => {
    if (reason === undefined && !onSearch({ ...draft, panelId })) found.searchAgain()
  }
  const isNotFound = found.error?.httpStatus === 404 || found.data?.length === 0
  return (
    <Section title={text('LookUpHelper')}>
      <p className={`quiet ${styles.note}`}>{text('LookUpNote')}</p>
      <Form isGuarded={false} className="stack gap-12" onSubmit={search}>
        <RadioGroup
          label={text('Environment')}
          value={draft.environment}
          onChange={(environment) => onDraft({ ...draft, environment })}
          options={environments.map((each) => ({ value: each, label: printed(each) }))}
        />
        <div className={`flex start gap-12 ${styles.search}`}>
          <TextField
            className={styles.field}
            label={text('PanelId')}
            name="panelId"
            value={draft.panelId}
            onChange={(typed) => onDraft({ ...draft, panelId: typed })}
            isMono
            canClear
            help={text('PanelIdHelp')}
            shouldAlwaysShowErrors={isFromAddress}
            checks={{
              isRequired: true,
              maxLength: 100,
              check: (value) => panelIdProblem(panelIdOf(value)),
            }}
          />
          <Button
            type="submit"
            look="primary"
            isBusy={found.state === 'pending'}
            busyText={text('Searching')}
            disabledReason={reason}
          >
            {text('Search')}
          </Button>
        </div>
      </Form>
      {lookUp && isNotFound && <NotFound {...lookUp} />}
      {!isNotFound && <ReadFailure error={found.error} />}
      {found.data && !isNotFound && (
        <Ids
          mappings={found.data}
          // Where the radio offers others, it may stand elsewhere by now.
          environment={environments.length > 1 ? lookUp?.environment : undefined}
          addressOf={addressOf}
          onFollow={onFollow}
        />
      )}
    </Section>
  )
}

/** As it is asked for: the ids of neighbours may have colons of their own. */
function panelIdOf(typed: string): string {
  const bare = readGuid(typed) ?? bareValue(typed, { hasAnyLabel: false })
  return /^\w[\w:.-]*$/.test(bare) ? bare : typed.trim()
}

/** '.' and '..' are steps in the path that an ID is asked for by. */
export const panelIdProblem = (typed: string): string | undefined =>
  /^\.{1,2}$/.test(typed.trim()) ? text('NoPanelId') : undefined

function NotFound({ panelId, environment }: LookUp) {
  return (
    <div role="status" className={`flex wrap quiet ${styles.notFound}`}>
      <Status kind="off">{everyText('NotFound')}</Status>
      <span>
        <span className="mono">{panelId}</span> {text('NotFoundIn', { environment: printed(environment) })}
      </span>
    </div>
  )
}

function Ids({
  mappings,
  environment,
  addressOf,
  onFollow,
}: Pick<IdLookUpProps, 'addressOf' | 'onFollow'> & {
  readonly mappings: Mappings
  /** Where it was found. */
  readonly environment: Environment | undefined
}) {
  const idOf = (type: Mappings[number]['idType']) =>
    mappings.find(({ idType, value }) => idType === type && value !== '')?.value ?? ''
  const [cloudId, physicalId] = [idOf('CloudId'), idOf('PhysicalPanelId')]
  return (
    <KeyValuePanel>
      <KeyValue label={text('CloudId')} copyValue={cloudId} isMono>
        {cloudId && <Identifier value={cloudId} of="panel" />}
      </KeyValue>
      <KeyValue label={text('PhysicalId')} copyValue={physicalId} isMono>
        {physicalId && (
          <Link
            to={addressOf(physicalId)}
            title={text('UseInPathfinder')}
            onClick={() => onFollow(physicalId)}
          >
            {physicalId}
          </Link>
        )}
      </KeyValue>
      <KeyValue label={text('ProductId')} copyValue={idOf('PanelProductId')} isMono>
        {idOf('PanelProductId')}
      </KeyValue>
      <KeyValue label={text('DeviceId')} copyValue={idOf('DeviceId')} isMono>
        {idOf('DeviceId')}
      </KeyValue>
      {environment && <KeyValue label={text('Environment')}>{printed(environment)}</KeyValue>}
    </KeyValuePanel>
  )
}
