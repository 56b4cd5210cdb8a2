import { useCallback, useRef, useState } from 'react'
import { ApiError, api, useAccess } from '../../api/index.ts'
import { useMoment } from '../../api/moment.ts'
import { LookButton, type useLooksAt } from '../diagnosis/index.ts'
import { text } from './texts.ts'

/** The filter of a list, and of one of its rows. */
export const withCause = (asked: string, cause: string): string => {
  const own = new URLSearchParams(asked)
  own.set('cause', cause)
  return own.toString()
}

/** Asks for all that match by name, so that what is done is done to these. */
export function useAllThatMatch(asked: string) {
  const [problem, setProblem] = useState('')
  const [isAsking, setAsking] = useState(false)
  return {
    problem,
    isAsking,
    /**
     * @param cause of one row alone
     * @returns undefined: they cannot be had, and `problem` says why
     */
    read: async (cause?: string): Promise<string[] | undefined> => {
      setAsking(true)
      setProblem('')
      try {
        return (
          await api('GET /fleet/v1/chosen', {
            query: { filter: cause === undefined ? asked : withCause(asked, cause) },
          })
        ).data.ids
      } catch (error) {
        setProblem(text('CannotChoose', { why: error instanceof ApiError ? error.message : '' }))
        return undefined
      } finally {
        setAsking(false)
      }
    },
  }
}

interface Things {
  readonly sims: readonly string[]
  readonly panels: readonly string[]
}

/** The SIMs and panels of these findings, each once. */
export function thingsOf(findings: Iterable<string>): Things {
  const parts = [...findings].map((id) => id.split(' '))
  const of = (kind: string) => [...new Set(parts.filter(([, is]) => is === kind).map(([, , id = '']) => id))]
  return { sims: of('sim'), panels: of('panel') }
}

interface LookAgainProps {
  readonly things: Things
  readonly looks: ReturnType<typeof useLooksAt>
}

/** Looks at many things live (D50); CSR servers have no such look. */
export function LookAgain({ things: { sims, panels }, looks }: LookAgainProps) {
  const mayLook = useAccess().may('sim-information.read')
  const count = sims.length + panels.length
  if (!mayLook || count === 0) return null
  return (
    <LookButton
      looking={looks.looking}
      isOfChosen
      size="tool"
      count={count}
      onPress={() => void looks.lookAt(sims, panels)}
    />
  )
}

/** Looks at all things of a row; undefined: the reader may not, or it is of the past. */
export function useLookAtRow(asked: string, looks: ReturnType<typeof useLooksAt>) {
  const { may } = useAccess()
  const isPast = useMoment() !== null
  const { problem, read } = useAllThatMatch(asked)
  const look = useRef(async (_cause: string) => {})
  look.current = async (cause) => {
    const { sims, panels } = thingsOf((await read(cause)) ?? [])
    if (sims.length + panels.length > 0) await looks.lookAt(sims, panels)
  }
  const onLook = useCallback((cause: string) => void look.current(cause), [])
  const mayLook = !isPast && may('sim-information.read') && may('panels.read')
  return { problem, onLook: mayLook ? onLook : undefined }
}
