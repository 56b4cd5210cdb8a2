import type { Why } from '@support-console/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useChange } from '../../api/use-change.ts'
import { keyOfRead, useRead } from '../../api/use-read.ts'
import { useAddress } from '../../kit/use-address.ts'
import { text } from './texts.ts'

/** Between two readings where no news comes, in milliseconds. */
const every = 5_000
const call = 'GET /panelmanagement/v1/enablings/{enablingId}'

/**
 * Several panels enabled by one order, as the server's work; the address holds the last one, so its results can be read later.
 * @param onOver hears that it is over, wherever it was begun
 */
export function useEnabling(onOver: () => void) {
  const { address, put } = useAddress()
  const queries = useQueryClient()
  const enablingId = address.get('enabling') || null
  const { data, error } = useRead(call, {
    params: { enablingId: enablingId ?? '' },
    enabled: enablingId !== null,
    news: 'enabling',
    isNews: (id) => id === enablingId,
    refetchInterval: ({ state }) => (state.data?.isRunning ? every : false),
    retry: false,
  })
  const begin = useChange('POST /panelmanagement/v1/enablings', text('ScreenTitle'), (answer) => {
    const { enablingId: begun } = answer.data
    queries.setQueryData(keyOfRead(call, { params: { enablingId: begun } }), answer.data)
    put({ enabling: begun })
  })
  const isOver = data?.isRunning === false
  const tell = useRef(onOver)
  tell.current = onOver
  useEffect(() => {
    if (isOver) tell.current()
  }, [isOver])
  return {
    enabling: enablingId === null ? null : (data ?? null),
    error: enablingId === null ? null : error,
    begin,
    start: (cloudIds: readonly string[], why: Why) =>
      begin.start(
        { body: { cloudIds: [...cloudIds] }, query: why },
        text('ActionEnableMany', { count: cloudIds.length }),
      ),
    close: () => put({ enabling: null }),
  }
}
