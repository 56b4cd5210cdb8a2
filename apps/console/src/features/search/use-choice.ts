import { useState } from 'react'
import type { Action } from './actions.ts'
import type { Entry } from './entries.ts'

/**
 * Which entry of the list is chosen, and which of its actions where someone is among them. A hit that comes late never
 * moves the chosen one.
 */
export function useChoice(entries: readonly Entry[], actionsOf: (entry: Entry) => readonly Action[]) {
  const [chosen, setChosen] = useState<string>()
  const [at, setAt] = useState<number>()
  const entry = entries.find(({ key }) => key === chosen) ?? entries[0]
  const actions = entry ? actionsOf(entry) : []
  const isPicked = entry !== undefined && entry.key === chosen
  // Of an entry that has gone nothing is left: another one's action would be done to what no one chose.
  const action = at === undefined || !isPicked ? undefined : actions[at]

  const choose = (key: string | undefined) => {
    setChosen(key)
    setAt(undefined)
  }
  /** To the next one or the one before, round the end; among the actions where someone is there. */
  const move = (step: 1 | -1) => {
    if (action && at !== undefined) setAt((at + step + actions.length) % actions.length)
    else if (entry) choose(entries[(entries.indexOf(entry) + step + entries.length) % entries.length]?.key)
  }
  return {
    entry,
    /** Someone chose it; otherwise it is the first. */
    isPicked,
    actions,
    action,
    choose,
    move,
    toActions: (key = entry?.key) => {
      setChosen(key)
      setAt(0)
    },
    leaveActions: () => setAt(undefined),
  }
}
