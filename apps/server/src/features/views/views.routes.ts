import { calls } from '@support-console/contract'
import { asChange } from '../../platform/database/work.ts'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { dropView, noteUse, readView, readViews, saveView, setDefault } from './views.store.ts'

/** Views of lists, of a person or for all (D38). What is a person's own is in no entry: the trail is others' to read. */
export function registerViews(api: Api): void {
  const { db, clock } = api.platform

  registerCall(api, calls.listViews, async ({ user }) => ({ data: await readViews(db, user) }))

  registerCall(api, calls.openView, async ({ params, user }) => {
    const data = await readView(db, user, params.viewId)
    await asChange(() => noteUse(db, data.viewId, clock.now()))
    return { data }
  })

  registerCall(api, calls.saveView, async ({ body, user }, work) => {
    if (body.isShared) work.about({ message: `Save the view “${body.name}” for all` })
    return work.finish(async (trx) => {
      const { view, replaced } = await saveView(trx, user, body, clock.now())
      const gone = replaced?.is_shared ? replaced.name : undefined
      return { data: view, message: `The view “${view.name}” is saved.`, entry: entryOf(body, gone) }
    })
  })

  registerCall(api, calls.dropView, async ({ params, user }, work) =>
    work.finish(async (trx) => {
      const { name, isShared } = await dropView(trx, user, params.viewId)
      return {
        data: null,
        message: `The view “${name}” is deleted.`,
        entry: isShared ? { message: `Delete the view “${name}” for all` } : {},
      }
    }),
  )

  registerCall(api, calls.setDefaultView, async ({ params, body, user }, work) =>
    work.finish(async (trx) => {
      await setDefault(trx, user, params.list, body.viewId)
      return { data: null, entry: {} }
    }),
  )
}

/** What others see of a save: also that one which was for all is no longer there. */
function entryOf({ name, isShared }: { name: string; isShared: boolean }, gone: string | undefined) {
  if (gone === undefined || (isShared && gone === name)) return {}
  if (!isShared) return { message: `Keep the view “${gone}” no longer for all` }
  return { message: `Save the view “${name}” for all in place of “${gone}”` }
}
