import type { CompanyBundle, FieldIssue } from '@support-console/contract'
import type { CompanyMode } from '@support-console/contract/companies.words'
import { createContext, use, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useKeptInput } from '../../session/index.ts'
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts'
import { changesOf } from './changes.ts'
import { type Conflict, decidedByTyping, mineOf } from './conflict.ts'
import { type CompanyDraft, draftOf, type FieldKey } from './draft.ts'
import { pathOf } from './fields.ts'
import { merge } from './merge.ts'

/** What survives a forced sign-out (D12): with the base it was loaded from, so that D10 holds afterwards. */
interface FormState {
  /** Null: a new company. */
  readonly base: CompanyBundle | null
  readonly draft: CompanyDraft
  readonly isDirty: boolean
  readonly conflict: Conflict | null
}

/** The content of the form with all that moves it. One per form; its parts have it by `useForm`. */
export function useCompanyForm(
  keptAs: string,
  mode: CompanyMode,
  loaded: CompanyBundle | null,
  initial: CompanyDraft,
) {
  const fresh: FormState = {
    base: loaded,
    draft: initial,
    // Former values that were put back stand here unsaved.
    isDirty: loaded !== null && changesOf(draftOf(loaded), initial).length > 0,
    conflict: null,
  }
  const [state, keep, kept] = useKeptInput<FormState>(keptAs, fresh)
  const [issues, setIssues] = useState<readonly FieldIssue[]>([])
  // What holds now, also for two changes of one moment, before anything is drawn again.
  const now = useRef(state)
  const put = (next: FormState) => {
    now.current = next
    keep(next)
  }
  // Two addresses of one company show the same form.
  const forget = useUnsavedChanges(state.isDirty, useLocation().pathname)

  const set = <Key extends FieldKey>(key: Key, value: CompanyDraft[Key]) => {
    const { base, draft, conflict } = now.current
    const typed = { ...draft, [key]: value }
    const next =
      base && conflict ? decidedByTyping(conflict, key, typed, draftOf(base)) : { draft: typed, conflict }
    put({ base, ...next, isDirty: true })
    const path = pathOf(key)
    setIssues((all) => all.filter(({ field }) => field !== path && !field.startsWith(`${path}.`)))
  }

  /** Takes the present state over as what the form works on, and brings both together. */
  const rebase = (latest: CompanyBundle, isTold: boolean) => {
    const { base, draft, isDirty, conflict } = now.current
    if (!base) return
    const undecided = conflict?.disputed.filter(({ choice }) => !choice).map(({ key }) => key)
    const { draft: merged, ...said } = merge(draftOf(base), draftOf(latest), draft, undecided)
    const isNews = isTold || said.takenOver.length + said.disputed.length > 0
    const { facts, companySettings } = latest
    const news = { by: facts.updatedBy, at: companySettings.updateDate, mine: draft, ...said }
    put({ base: latest, draft: merged, isDirty, conflict: isNews ? news : conflict })
    setIssues([])
  }

  const decide = (key: FieldKey, choice: 'theirs' | 'mine') => {
    const { base, draft, conflict } = now.current
    if (!base || !conflict) return
    const theirs = draftOf(base)
    const value = choice === 'theirs' ? theirs[key] : mineOf(key, conflict.mine, theirs)
    put({
      base,
      draft: { ...draft, [key]: value },
      isDirty: true,
      conflict: {
        ...conflict,
        disputed: conflict.disputed.map((each) => (each.key === key ? { ...each, choice } : each)),
      },
    })
  }

  /** Saved, or given up: nothing is left to lose. */
  const settle = (next: FormState) => {
    put(next)
    kept.clear()
    forget()
    setIssues([])
  }

  // What came back from before a sign-in may have been overtaken meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    const { base } = now.current
    if (
      kept.restored &&
      base &&
      loaded &&
      base.companySettings.updateDate !== loaded.companySettings.updateDate
    )
      rebase(loaded, true)
  }, [])

  return {
    mode,
    ...state,
    isRestored: kept.restored && state.isDirty,
    issues,
    setIssues,
    set,
    /** Someone is at it: unsaved from now on, though nothing is different yet (4). */
    touch: () => put({ ...now.current, isDirty: true }),
    rebase,
    decide,
    now: () => now.current,
    /** The company as it is now, without anything of mine. */
    load: (bundle: CompanyBundle) =>
      settle({ base: bundle, draft: draftOf(bundle), isDirty: false, conflict: null }),
    /** Back to what was saved. */
    discard: () => {
      const { base } = now.current
      if (base) settle({ base, draft: draftOf(base), isDirty: false, conflict: null })
    },
    /** A save that went through, or one that had nothing to save. */
    markSaved: () => settle({ ...now.current, isDirty: false }),
  }
}
export type CompanyForm = ReturnType<typeof useCompanyForm>

interface FormValue extends CompanyForm {
  /** Why nothing may be changed (D16); undefined where it may. */
  readonly readOnlyReason: string | undefined
}
export const CompanyFormContext = createContext<FormValue | undefined>(undefined)

export function useForm(): FormValue {
  const form = use(CompanyFormContext)
  if (!form) throw new Error('useForm needs a company form around it')
  return form
}
