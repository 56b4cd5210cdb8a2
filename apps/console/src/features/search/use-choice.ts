import { useState } from 'react'
import type { Action } from './actions.ts'
import type { Entry } from './entries.ts'

/**
 * Which entry of the list is chosen, and which of its actions where somebody is among them. A hit that comes late never
 * moves the chosen one.
 */
export function useChoice(entries: readonly Entry[], actionsOf: (entry: Entry) => readonly Action[]) {
  const [chosen, setChosen] = useState<string>()
  const [at, setAt] = useState<number>()
  const entry = entries.find(({ key }) => key === chosen) ?? entries[0]
  const actions = entry ? actionsOf(entry) : []
  const action = at === undefined ? undefined : actions[at]

  const choose = (key: string | undefined) => {
    setChosen(key)
    setAt(undefined)
  }
  /** To the next one or the one before, round the end; among the actions where somebody is there. */
  const move = (step: 1 | -1) => {
    if (at !== undefined && actions.length > 0) setAt((at + step + actions.length) % actions.length)
    else if (entry) choose(entries[(entries.indexOf(entry) + step + entries.length) % entries.length]?.key)
  }
  return {
    entry,
    actions,
    action,
    choose,
    move,
    toActions: (key?: string) => {
      if (key !== undefined) setChosen(key)
      setAt(0)
    },
    leaveActions: () => setAt(undefined),
  }
}
