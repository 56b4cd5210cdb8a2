import { mostLooked } from '@support-console/contract/looks.words'
import { useState } from 'react'
import { ApiError, api, useAccess } from '../../api/index.ts'
import { useMoment } from '../../api/moment.ts'
import { Button } from '../../ui/button.tsx'
import { RefreshIcon } from '../../ui/icons/screens.tsx'
import { LookButton, type useLooksAt } from '../diagnosis/index.ts'
import { text } from './texts.ts'

/** Asks for all that match by name, so that what is done is done to these. */
export function useAllThatMatch(asked: string) {
  const [problem, setProblem] = useState('')
  const [isAsking, setAsking] = useState(false)
  return {
    problem,
    isAsking,
    /** @returns undefined: they cannot be had, and `problem` says why */
    read: async (): Promise<string[] | undefined> => {
      setAsking(true)
      setProblem('')
      try {
        return (await api('GET /fleet/v1/chosen', { query: { filter: asked } })).data.ids
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

interface LookAtMatchesProps {
  readonly asked: string
  /** How many findings match. */
  readonly count: number
  /** Why nothing may be done with the list as a whole; undefined: it may. */
  readonly refused: string | undefined
  readonly looks: ReturnType<typeof useLooksAt>
}

/** The same of all that match; not of the past. */
export function LookAtMatches({ asked, count, refused, looks }: LookAtMatchesProps) {
  const isPast = useMoment() !== null
  const mayLook = useAccess().may('sim-information.read') && !isPast
  const all = useAllThatMatch(asked)
  if (!mayLook) return null
  const most = mostLooked
  const look = async () => {
    const { sims, panels } = thingsOf((await all.read()) ?? [])
    if (sims.length + panels.length > 0) await looks.lookAt(sims, panels)
  }
  return (
    <>
      <Button
        size="tool"
        icon={<RefreshIcon />}
        aria-label={text('LookAtMatches')}
        isBusy={all.isAsking || looks.looking.isBeginning}
        busyText={text('Beginning')}
        disabledReason={
          refused ??
          (count === 0 ? text('NothingFound') : count > mostLooked ? text('LookTakes', { most }) : undefined)
        }
        onPress={() => void look()}
      >
        {text('LookAgain')}
      </Button>
      <span role="status">{all.problem}</span>
    </>
  )
}
