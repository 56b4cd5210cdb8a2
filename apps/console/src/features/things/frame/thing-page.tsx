import type { PanelThing, ThingState as State } from '@support-console/contract'
import { pageOf } from '@support-console/contract/addresses'
import type { IdentifiedKind } from '@support-console/contract/identifiers'
import { type ComponentProps, type ComponentType, type ReactNode, useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useMoment } from '../../../api/moment.ts'
import { OfNow } from '../../../kit/moment/of-now.tsx'
import { Answer, Body, Columns, Head, Outcomes, Page, SubLine } from '../../../kit/skeleton/index.ts'
import { kindName } from '../../../kit/thing-words.ts'
import { Button } from '../../../ui/button.tsx'
import { CallBanner } from '../../../ui/call-banner/call-banner.tsx'
import { LoadingMark } from '../../../ui/loading-mark.tsx'
import { Thing } from '../../../ui/thing.tsx'
import {
  type About,
  CopyLook,
  changedSince,
  DiagnosisButtons,
  Findings,
  KeptVerdict,
  LastDay,
  type Look,
  markOf,
  type Remedies,
  useRows,
  Verdict,
  verdictStateOf,
} from '../../diagnosis/index.ts'
import { NoteLines, noteLines, useNotes, WriteNote } from '../../notes/index.ts'
import { text } from '../texts.ts'
import { Block } from './block.tsx'
import { NotFound } from './not-found.tsx'
import { StateTag } from './state-tag.tsx'
import { ThingIdentifier } from './thing-identifier.tsx'
import type { ThingState as Read, Subject } from './use-thing.ts'

interface AddressedProps {
  readonly kind: Subject['kind'] & IdentifiedKind
  /** The part of the address that holds its identifier. */
  readonly param: string
  /** Its identifier in its one form; undefined: the text is none. */
  readonly read: (text: string) => string | undefined
  readonly page: ComponentType<{ readonly id: string }>
}

/** The thing of an address: however its identifier is written there, the page stands at its one form. */
export function Addressed({ kind, param, read, page: Page }: AddressedProps) {
  const { [param]: given = '' } = useParams()
  const id = read(given)
  const navigate = useNavigate()
  const isOther = id !== undefined && id !== given
  const moment = useMoment()
  const own = id === undefined ? '' : pageOf(kind, id)
  const page = moment?.keep(own) ?? own
  useEffect(() => {
    if (isOther) void navigate(page, { replace: true })
  }, [page, isOther, navigate])
  if (isOther) return null
  if (id === undefined) return <NotFound kind={kind} id={given} isOdd />
  return <Page key={id} id={id} />
}

interface ThingPageProps<Data> {
  readonly subject: Subject
  readonly thing: Read<Data>
  /** What people call it, where that is not its identifier. */
  readonly name?: (data: Data) => string
  /** What is said beside the identifier. */
  readonly facts: (data: Data) => ReactNode
  /** Their places stand before the thing is known. */
  readonly actions?: (data: Data | undefined) => ReactNode
  /** What else can be done, behind 'More'. */
  readonly more?: (data: Data | undefined) => ReactNode
  /** What is said of it in place of a diagnosis of its own. */
  readonly verdict?: ReactNode
  /** What is wrong with it, as far as it is known; and how to look again. */
  readonly diagnosis?: readonly [Look, () => void]
  /** Its one state (D40), once it is known. */
  readonly state?: (data: Data) => State
  /** What the ticket says of it. */
  readonly about?: (data: Data) => About
  /** What can be done here about a cause. */
  readonly remedies?: Remedies
  /** What stands before the last 24 hours, and what beside them. */
  readonly first?: ReactNode
  readonly besideDay?: ReactNode
  /** What came of the actions. */
  readonly outcomes?: ReactNode
  /** The blocks below the head; without data where what our server knows could not be read. */
  readonly children: (data: Data | undefined) => ReactNode
}

/**
 * The page of a thing: its head, then its blocks in their order (connected console, section 4). In the past nothing is done, noted
 * or looked at: the verdict is the one that was kept.
 */
export function ThingPage<Data>({ subject, thing, ...props }: ThingPageProps<Data>) {
  const { data, error } = thing
  const { name, facts, verdict, state, about, remedies, first, besideDay, children } = props
  const { actions, more, outcomes, diagnosis } = useMoment() ? nothingDone : props
  const rows = useRows()
  /** Once it is known. */
  const of = <Said,>(say?: (known: Data) => Said) => (data === undefined ? undefined : say?.(data))
  const shown = of(state)
  const notes = useNotes(subject)
  const told = withNotes(of(about), notes)
  const isOpen = data !== undefined || !error
  const [made, lookAgain] = diagnosis ?? []
  const look = made && changedSince(made, shown)
  if (data === undefined && error?.httpStatus === 404) return <NotFound {...subject} />
  return (
    <Page>
      <Head
        title={<ThingIdentifier {...subject} name={of(name)} mark={look && markOf[verdictStateOf(look)]} />}
        tag={state && <Tag of={shown} />}
        actions={
          isOpen &&
          (look && lookAgain ? (
            <DiagnosisButtons look={look} onLookAgain={lookAgain} about={told} rows={rows} />
          ) : (
            actions?.(data)
          ))
        }
        more={isOpen && withCopy(more?.(data), look, told)}
      >
        <SubLine lines={linesOf[subject.kind] ?? 3}>
          {of(facts)}
          <OfNow>{data !== undefined && <NotesFact of={notes} />}</OfNow>
        </SubLine>
        <OfNow>
          <NoteLines of={notes} />
        </OfNow>
        {look && lookAgain ? (
          <Found {...{ look, lookAgain, remedies, rows }} />
        ) : (
          <OtherVerdict state={shown}>{verdict}</OtherVerdict>
        )}
        <Outcomes>{data === undefined ? <HeadFailed of={thing} /> : outcomes}</Outcomes>
      </Head>
      <Body isComing={look?.known.verdict.sentence === ''}>
        {first}
        {look && lookAgain && <Looked look={look} rows={rows} beside={besideDay} />}
        {data === undefined && !error ? (
          <LoadingMark>{text('Reading', { id: subject.id })}</LoadingMark>
        ) : (
          children(data)
        )}
      </Body>
    </Page>
  )
}

/** The last 24 hours, which may have something beside them, and what was found. */
function Looked({
  look,
  rows,
  beside,
}: {
  readonly look: Look
  readonly rows: ReturnType<typeof useRows>
  readonly beside: ReactNode
}) {
  return (
    <>
      <Block>
        {beside ? (
          <Columns>
            <LastDay look={look} />
            {beside}
          </Columns>
        ) : (
          <LastDay look={look} />
        )}
      </Block>
      <Block>
        <Findings look={look} rows={rows} />
      </Block>
    </>
  )
}

/** 'Notes none · Write a note…' */
function NotesFact({ of }: Parameters<typeof WriteNote>[0]) {
  if (!of.mayWrite) return null
  return (
    <HeadFact name={text('Notes')}>
      <WriteNote of={of} />
    </HeadFact>
  )
}

/** Its place is kept on a phone until its state is known. */
const Tag = ({ of }: { readonly of: State | undefined }) =>
  of ? <StateTag of={of} /> : <span data-state-tag />

/** How many lines its facts have on a phone. */
const linesOf: Partial<Record<Subject['kind'], number>> = { company: 3, panel: 4, sim: 3, transaction: 4 }

function HeadFailed({ of: { error, isFetching, tryAgain } }: { readonly of: Read<unknown> }) {
  if (!error) return null
  return (
    <>
      <CallBanner call={{ status: 'rejected', error }} />
      <p>{text('HeadFailed')}</p>
      <Button isBusy={isFetching} onPress={tryAgain}>
        {text('TryAgain')}
      </Button>
    </>
  )
}

interface FoundProps {
  readonly remedies: Remedies | undefined
  readonly look: Look
  readonly lookAgain: () => void
  readonly rows: ReturnType<typeof useRows>
}

/** Picture and answer of a look. */
function Found({ look, lookAgain, remedies, rows }: FoundProps) {
  return (
    <Answer>
      <Verdict look={look} onLookAgain={lookAgain} remedies={remedies} onMore={() => rows.open('cause')} />
    </Answer>
  )
}

/** What is said in place of a look: what the page gives, else, of the past, the verdict that was kept. */
function OtherVerdict({
  state,
  children,
}: {
  readonly state: State | undefined
  readonly children: ReactNode
}) {
  const isPast = useMoment() !== null
  const said = children ?? (isPast && state && <KeptVerdict of={state.cause} />)
  return said && <Answer>{said}</Answer>
}

const withCopy = (own: ReactNode, look: Look | undefined, told: ComponentProps<typeof CopyLook>['about']) =>
  look ? (
    <>
      <CopyLook look={look} about={told} />
      {own}
    </>
  ) : (
    own
  )

const nothingDone: Pick<ThingPageProps<unknown>, 'actions' | 'more' | 'outcomes' | 'diagnosis'> = {}

const withNotes = (about: About | undefined, { notes }: ReturnType<typeof useNotes>) =>
  about && { ...about, notes: noteLines(notes) }

/** One of the facts beside the identifier. */
export function HeadFact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="row gap-8">
      <dt className="faint">{name}</dt>
      <dd className="row wrap gap-0-6">{children}</dd>
    </div>
  )
}

/** The company that it belongs to, where one is known. */
export function HeadCompany({ company }: Pick<PanelThing, 'company'>) {
  if (company === null) return null
  return (
    <HeadFact name={kindName('company')}>
      <Thing of="company" id={company.sapCompanyId}>
        {company.name}
      </Thing>
    </HeadFact>
  )
}
