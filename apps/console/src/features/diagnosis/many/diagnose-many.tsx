import { mostInAddress, several } from '@support-console/contract/addresses'
import { cloudIdsIn } from '@support-console/contract/line-list'
import { mostPanelIds } from '@support-console/contract/panels.words'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError, api, useAccess } from '../../../api/index.ts'
import { EditMany, ManyFailed, ManySheet } from '../../../kit/many/index.ts'
import { inPlace, useAddress } from '../../../kit/use-address.ts'
import type { ListOfFile } from '../../../kit/workbook/handed-over.ts'
import { Button } from '../../../ui/button.tsx'
import { CallBanner } from '../../../ui/call-banner/call-banner.tsx'
import { LoadingMark } from '../../../ui/loading-mark.tsx'
import { serverNow } from '../../../ui/server-clock.ts'
import { LookBox, LookButton, LookFailure, useLooksAt } from '../looks/index.ts'
import { text } from '../texts.ts'
import { Causes } from './causes.tsx'
import { keepPanels, keptPanels } from './panel-list.ts'

/** Many panels, by their causes: a pasted list, or panels chosen in a table. The address holds the list as long as it can (D25). */
export function DiagnoseMany() {
  const { state } = useLocation() as { state: { panels?: readonly string[] } | null }
  const { address, put } = useAddress()
  const { may } = useAccess()
  const inAddress = address.get('ids')
  const [kept, setKept] = useState(() => state?.panels?.join('\n') ?? keptPanels())
  const list = inAddress?.split(' ').join('\n') ?? kept
  const [draft, setDraft] = useState<string | null>(null)
  const [file, setFile] = useState<ListOfFile>()
  const take = (wanted: string, of?: ListOfFile) => {
    keepPanels(wanted)
    setKept(wanted)
    put({ ids: idsFor(wanted), look: null })
    setFile(of)
    setDraft(null)
  }
  const sheet = <ManySheet key={list} of={file} purpose="panels" onFile={(of) => take(of.content, of)} />
  const cloudIds = cloudIdsIn(list)
  const own = inAddress === null ? idsFor(list) : null
  useEffect(() => {
    if (own !== null) put({ ids: own }, inPlace)
  }, [own, put])
  const isReady = cloudIds.length > 0 && cloudIds.length <= mostPanelIds
  const looks = useLooksAt()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['diagnose', cloudIds, looks.tenth],
    queryFn: async ({ signal }) => {
      const beganAt = serverNow()
      const { data: found } = await api('POST /diagnosis/v1/panels', { body: { cloudIds }, signal })
      return { ...found, tookMs: serverNow() - beganAt }
    },
    enabled: isReady && draft === null,
    retry: false,
    // During a look, earlier results stay until new ones arrive.
    placeholderData: (before, query) =>
      String(query?.queryKey[1]) === String(cloudIds) ? before : undefined,
  })
  if (draft !== null || !isReady)
    return (
      <>
        {sheet}
        <EditList
          list={draft ?? list}
          onChange={setDraft}
          onDone={take}
          onFile={(of) => take(of.content, of)}
        />
      </>
    )
  const again = () => void refetch()
  const edit = () => setDraft(list)
  if (error && !isFetching)
    return (
      <ManyFailed>
        {error instanceof ApiError && <CallBanner call={{ status: 'rejected', error }} />}
        <Button onPress={again}>{text('LookAgain')}</Button>
        <Button look="quiet" onPress={edit}>
          {text('EditList')}
        </Button>
      </ManyFailed>
    )
  if (!data) return <LoadingMark>{text('LookingMany', { count: cloudIds.length })}</LoadingMark>
  return (
    <>
      {sheet}
      <LookFailure looking={looks.looking} />
      <LookBox looking={looks.looking} onClose={looks.close} />
      <Causes
        lookAll={
          may('sim-information.read') && (
            <LookButton looking={looks.looking} onPress={() => void looks.lookAt([], cloudIds)} />
          )
        }
        found={data}
        isLooking={isFetching}
        onLookAgain={again}
        onEdit={edit}
        isInAddress={inAddress !== null}
      />
    </>
  )
}

/** What an address says of a list; null: it says nothing, or more than an address can hold. */
function idsFor(list: string): string | null {
  const cloudIds = cloudIdsIn(list)
  return cloudIds.length > 0 && cloudIds.length <= mostInAddress ? several(cloudIds) : null
}

interface EditListProps {
  readonly list: string
  readonly onChange: (list: string) => void
  readonly onDone: (list: string) => void
  readonly onFile: (list: ListOfFile) => void
}

function EditList({ list, onChange, onDone, onFile }: EditListProps) {
  const [isAsked, setAsked] = useState(false)
  const count = cloudIdsIn(list).length
  const error =
    count > mostPanelIds
      ? text('TooManyPanels', { count, most: mostPanelIds })
      : isAsked && count === 0
        ? text('NoPanels')
        : undefined
  return (
    <EditMany
      purpose="panels"
      onFile={onFile}
      label={text('PanelsLabel')}
      help={text('PanelsHelp', { most: mostPanelIds })}
      list={list}
      onChange={onChange}
      error={error}
      verb={text('Diagnose')}
      onDone={() => {
        setAsked(true)
        if (count > 0 && count <= mostPanelIds) onDone(list)
      }}
    />
  )
}
