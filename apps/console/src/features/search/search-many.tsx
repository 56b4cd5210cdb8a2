import type { SearchHit } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { linesIn } from '@support-console/contract/line-list'
import { countLines, longestLines, mostLines, mostSimilarLines } from '@support-console/contract/search.words'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError, api, useAccess } from '../../api/index.ts'
import { ExportMenu, type Format, fileOfSheet, sayWhyNot } from '../../kit/download/index.ts'
import { saveFile } from '../../kit/download/made-file.ts'
import { EditMany, ManyFailed, ManyHead, ManySheet } from '../../kit/many/index.ts'
import { Tools } from '../../kit/skeleton/index.ts'
import { sayState } from '../../kit/thing-state/index.ts'
import { sayHowMany } from '../../kit/thing-words.ts'
import { useWayToBatch } from '../../kit/use-way-to-batch.ts'
import { handedOver, type ListOfFile, takeFile } from '../../kit/workbook/handed-over.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { Segments } from '../../ui/segments.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { LookBox, LookButton, LookFailure } from '../diagnosis/index.ts'
import { useWatchMany } from '../watches/index.ts'
import { keepLines, keptLines } from './lines.ts'
import { LinesTable } from './lines-table.tsx'
import {
  decided,
  idsOf,
  kindOf,
  type Line,
  type Segment,
  sayThings,
  segmentOf,
  segments,
} from './resolved.ts'
import styles from './search-many.module.css'
import { text } from './texts.ts'
import { factOf, fieldName } from './things.ts'
import { useLooks } from './use-looks.ts'

const segmentTexts = {
  all: 'SegmentAll',
  found: 'SegmentFound',
  decide: 'SegmentDecide',
  'not-found': 'SegmentNotFound',
  'no-identifier': 'SegmentNoIdentifier',
} as const

/** Several pasted lines looked up one by one: what each names, or why not, and the ways on with all of them. */
export function SearchMany() {
  const { state, key } = useLocation() as { state: Brought | null; key: string }
  // The palette, a paste or a drop may bring others while these stand here.
  return (
    <>
      {state?.others ? (
        <Callout
          kind="warning"
          title={state.others === 1 ? text('OneOtherFile') : text('OtherFiles', { count: state.others })}
        >
          {text('OneFile')}
        </Callout>
      ) : null}
      <Lookup key={state?.isFile ? key : (state?.lines ?? '')} state={state} />
    </>
  )
}

/** What other pages bring: lines, or word that a file was dropped. */
interface Brought {
  lines?: string
  isFile?: boolean
  /** How many more files were dropped with it. */
  others?: number
}

function Lookup({ state }: { readonly state: Brought | null }) {
  const [lines, setLines] = useState(() => (state?.lines ? linesIn(state.lines) : keptLines()))
  const [dropped] = useState(() => (state?.isFile ? takeFile() : undefined))
  const [draft, setDraft] = useState<string | null>(dropped ? '' : null)
  useEffect(() => {
    if (state?.lines) keepLines(linesIn(state.lines))
  }, [state?.lines])
  const [choices, setChoices] = useState<ReadonlyMap<number, SearchHit>>(new Map())
  const looks = useLooks(setLines)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['search-lines', lines, looks.tenth],
    queryFn: async ({ signal }) =>
      (await api('POST /search/v1/resolve', { body: { text: lines }, signal })).data.items,
    enabled: lines.trim() !== '' && countLines(lines) <= mostLines,
    staleTime: 60_000,
    retry: false,
    // During a look, earlier results stay until new ones arrive.
    placeholderData: (before, query) => (query?.queryKey[1] === lines ? before : undefined),
  })
  /** The file that the lines are of. */
  const [file, setFile] = useState(() => handedOver(state?.lines))
  const lookUp = (wanted: string, of?: ListOfFile) => {
    const read = linesIn(wanted)
    keepLines(read)
    setFile(of)
    setChoices(new Map())
    setDraft(null)
    setLines(read)
  }
  const take = (of: ListOfFile) => lookUp(of.content, of)
  const sheet = <ManySheet key={lines} of={file} purpose="anything" onFile={take} />
  const count = countLines(lines)
  if (draft !== null || count === 0 || count > mostLines)
    return (
      <>
        {sheet}
        <EditLines
          lines={draft ?? lines}
          file={dropped}
          onChange={setDraft}
          onLookUp={lookUp}
          onFile={take}
        />
      </>
    )
  if (error && !isFetching)
    return (
      <ManyFailed>
        <Callout kind="error" title={text('NoAnswer')}>
          {error instanceof ApiError ? error.message : ''}
        </Callout>
        <Button onPress={() => void refetch()}>{text('LookUp')}</Button>
        <Button look="quiet" onPress={() => setDraft(lines)}>
          {text('EditLines')}
        </Button>
      </ManyFailed>
    )
  if (!data) return <LoadingMark>{text('LookingUp')}</LoadingMark>
  return (
    <>
      {sheet}
      <Result
        looks={looks}
        lines={decided(data, choices)}
        onEdit={() => setDraft(lines)}
        onChoose={(number, hit) => setChoices(new Map([...choices, [number, hit]]))}
      />
    </>
  )
}

interface EditLinesProps {
  readonly file: File | undefined
  readonly lines: string
  readonly onChange: (lines: string) => void
  readonly onLookUp: (lines: string) => void
  readonly onFile: (list: ListOfFile) => void
}

function EditLines({ lines, file, onChange, onLookUp, onFile }: EditLinesProps) {
  const read = linesIn(lines)
  const count = countLines(read)
  const error =
    count > mostLines || read.length > longestLines
      ? text('TooManyLines', { count, most: mostLines })
      : undefined
  return (
    <EditMany
      purpose="anything"
      file={file}
      onFile={onFile}
      label={text('LinesLabel')}
      help={text('LinesHelp', { most: mostLines })}
      list={lines}
      onChange={onChange}
      error={error}
      verb={text('LookUp')}
      onDone={() => {
        if (count > 0 && !error) onLookUp(lines)
      }}
    />
  )
}

interface ResultProps {
  readonly looks: ReturnType<typeof useLooks>
  readonly lines: readonly Line[]
  readonly onEdit: () => void
  readonly onChoose: (number: number, hit: SearchHit) => void
}

function Result({ looks, lines, onEdit, onChoose }: ResultProps) {
  const [segment, setSegment] = useState<Segment>('all')
  const counts = new Map<Segment, number>([['all', lines.length]])
  for (const line of lines) counts.set(segmentOf(line), (counts.get(segmentOf(line)) ?? 0) + 1)
  const found = counts.get('found') ?? 0
  const { may } = useAccess()
  const cloudIds = idsOf(lines, 'panel')
  const simIds = may('sim-information.read') ? idsOf(lines, 'sim') : []
  const watching = useWatchMany(cloudIds.length + simIds.length > 0 ? { cloudIds, simIds } : null)
  const left = lines.filter(({ isSimilarLeft }) => isSimilarLeft).length
  const shown = segment === 'all' ? lines : lines.filter((line) => segmentOf(line) === segment)
  return (
    <>
      <ManyHead figure={text('LinesFound', { found, all: lines.length })} second={sayThings(lines)}>
        <Button onPress={onEdit}>{text('EditLines')}</Button>
        {looks.mayLook && found > 0 && (
          <LookButton
            looking={looks.looking}
            onPress={() => void looks.lookAt(idsOf(lines, 'sim'), idsOf(lines, 'panel'))}
          />
        )}
      </ManyHead>
      <LookFailure looking={looks.looking} />
      <LookBox looking={looks.looking} onClose={looks.close} />
      <div className={`flex below-12 clip ${styles.bar}`} aria-hidden="true">
        {segments.slice(1).map((each) => (
          <span
            key={each}
            className={kindOf[each] && `kind-${kindOf[each]}`}
            style={{ flexGrow: counts.get(each) ?? 0 }}
          />
        ))}
      </div>
      <Tools
        actions={
          <>
            <ExportMenu isBusy={false} onDownload={(format) => void saveLines(lines, format)} />
            <WaysOn lines={lines} watch={watching.button} />
          </>
        }
      >
        <Segments
          label={text('Segments')}
          segments={segments.map((key) => ({
            key,
            label: text(segmentTexts[key]),
            count: counts.get(key) ?? 0,
          }))}
          value={segment}
          onChange={setSegment}
        />
      </Tools>
      {watching.outcomes}
      {left > 0 && (
        <Callout kind="information" title={null} className="below-12">
          {text('SimilarLeft', { most: mostSimilarLines, count: left })}
        </Callout>
      )}
      <LinesTable lines={shown} onChoose={onChoose} />
      <p className="small quiet above-12">{text('NothingChanged')}</p>
    </>
  )
}

/** With all that was found of a kind; the harmless ones first. */
function WaysOn({ lines, watch }: { readonly lines: readonly Line[]; readonly watch: ReactNode }) {
  const navigate = useNavigate()
  const toBatch = useWayToBatch()
  const { may } = useAccess()
  const [panels, sims] = [idsOf(lines, 'panel'), idsOf(lines, 'sim')]
  return (
    <div className="row gap-8 medium">
      {watch}
      {panels.length > 0 && may('panels.read') && (
        <>
          <span>{sayHowMany('panel', panels.length)}</span>
          <Button size="tool" onPress={() => navigate(addresses.panels('cloudId', panels))}>
            {text('ShowPanels')}
          </Button>
          <Button size="tool" onPress={() => navigate(addresses.diagnose(panels), { state: { panels } })}>
            {text('FindCause')}
          </Button>
        </>
      )}
      {sims.length > 0 && may('sim-management.change') && (
        <>
          <span>{sayHowMany('sim', sims.length)}</span>
          <Button size="tool" look="danger" onPress={() => toBatch(sims)}>
            {text('DeactivateBatch')}
          </Button>
        </>
      )}
    </div>
  )
}

const headings = [
  'ColumnLine',
  'ColumnGiven',
  'ColumnFoundAs',
  'ColumnThing',
  'ColumnCompany',
  'ColumnState',
  'ColumnStateSince',
  'ColumnStateSource',
  'ColumnStateAt',
] as const

async function saveLines(lines: readonly Line[], format: Format): Promise<void> {
  const made = fileOfSheet(
    {
      name: text('FileName'),
      columns: headings.map((heading) => ({ heading: text(heading) })),
      rows: lines.map(({ number, given, outcome, hit }) => [
        String(number),
        given,
        hit ? fieldName(hit.matched.field) : outcome,
        hit?.id ?? '',
        hit ? factOf(hit, 'company') : '',
        hit?.state ? sayState(hit.state) : '',
        hit?.state?.since ?? '',
        hit?.state?.source ?? '',
        hit?.state?.at ?? '',
      ]),
    },
    format,
  )
  await made.then(saveFile).catch((error) => showToast(sayWhyNot(error), 'error'))
}
