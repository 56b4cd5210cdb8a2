import { z } from 'zod'
import { defineCall, defineReading } from './call.ts'
import { plainText, visibleLine } from './text.ts'
import { longestViewName, longestViewQuery, readViewQuery, viewListNames } from './views.words.ts'

export const View = z.object({
  viewId: z.guid(),
  list: z.enum(viewListNames),
  name: z.string(),
  /** What the list still knows of its filters, its order and its columns, as the address has them. */
  query: z.string(),
  /** Filters that the list no longer has: what is shown is more than was meant. */
  lost: z.array(z.string()),
  isShared: z.boolean(),
  isMine: z.boolean(),
  /** Who shares it; empty: it is the reader's own. */
  by: z.string(),
  /** The reader opens the list with it. */
  isDefault: z.boolean(),
})
export type View = z.infer<typeof View>

const list = z.enum(viewListNames)

export const listViews = defineCall({
  method: 'GET',
  path: '/views/v1/views',
  access: 'any-right',
  spec: 'D38',
  summary: "The reader's own views and those that are for all, of the lists that they may read",
  data: z.array(View),
})

const params = z.strictObject({ viewId: z.guid('must be the id of a view') })

/** It leaves no entry: nothing changes that anyone else could see (D38). */
export const openView = defineReading({
  path: '/views/v1/views/{viewId}/open',
  access: 'any-right',
  spec: 'D38',
  summary: 'A view as it stands now, which is kept another 180 days for being used',
  params,
  body: z.strictObject({}),
  data: View,
})

const saved = { screen: 'Views' } as const

export const saveView = defineCall({
  method: 'POST',
  path: '/views/v1/views',
  access: 'any-right',
  spec: 'D38',
  audit: { ...saved, action: 'Save a view', isOwnMatter: true },
  summary: 'Keep filters, order and columns of a list under a name, for oneself or for all',
  body: z
    .strictObject({
      list,
      name: visibleLine(longestViewName),
      query: plainText(longestViewQuery),
      isShared: z.boolean(),
      /** One's own view that it takes the place of. */
      replaces: z.guid('must be the id of a view').optional(),
    })
    .superRefine(({ list, query }, context) => {
      for (const name of readViewQuery(list, query).lost)
        context.addIssue({ code: 'custom', path: ['query'], message: `${name} is no filter of this list` })
    }),
  data: View,
})

export const dropView = defineCall({
  method: 'DELETE',
  path: '/views/v1/views/{viewId}',
  access: 'any-right',
  spec: 'D38',
  audit: { ...saved, action: 'Delete a view', isOwnMatter: true },
  summary: "Delete a view of one's own",
  params,
  data: z.null(),
})

export const setDefaultView = defineCall({
  method: 'PUT',
  path: '/views/v1/defaults/{list}',
  access: 'any-right',
  spec: 'D38',
  audit: { ...saved, action: 'Choose the view that a list opens with', changesNothing: true },
  summary: 'The view that the caller opens a list with; null: none',
  params: z.strictObject({ list }),
  body: z.strictObject({ viewId: z.guid('must be the id of a view').nullable() }),
  data: z.null(),
})

export const viewsCalls = { listViews, openView, saveView, dropView, setDefaultView }
