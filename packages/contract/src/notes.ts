import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { mainIdentifier } from './identifiers.ts'
import { longestNote, mostNotes, type NoteKind, noteRights } from './notes.words.ts'
import { plainText, visibleLine } from './text.ts'

const instant = z.iso.datetime()
const kinds = Object.keys(noteRights) as [NoteKind, ...NoteKind[]]

/** A short note on a thing, which ends by itself. */
export const Note = z.object({
  noteId: z.string(),
  thing: z.object({ kind: z.enum(kinds), id: z.string() }),
  text: z.string(),
  /** Whose e-mail; empty: the reader may not read what people did. */
  by: z.string(),
  at: instant,
  until: instant,
  /** Ended by a person before its time; null: it was not. */
  endedAt: instant.nullable(),
})
export type Note = z.infer<typeof Note>

/** 'panel CBS0000001': kind and main identifier, into their one form. */
const thing = plainText(300).transform((text, context): string => {
  const kind = kinds.find((each) => text.startsWith(`${each} `))
  const id = kind && mainIdentifier(kind, text.slice(kind.length + 1))
  if (kind && id !== undefined) return `${kind} ${id}`
  context.addIssue({ code: 'custom', message: `must be one of ${kinds.join(', ')}, and its identifier` })
  return z.NEVER
})

const params = z.strictObject({ thing })
const screen = 'Notes'
const spec = 'D9, D45'

export const notesCalls = {
  listNotes: defineCall({
    method: 'GET',
    path: '/notes/v1/things/{thing}',
    access: 'any-right',
    spec,
    summary: 'The notes on a thing that have not ended, for those who may read the thing',
    params,
    data: z.array(Note),
  }),
  writeNote: defineCall({
    method: 'POST',
    path: '/notes/v1/things/{thing}',
    access: 'any-right',
    spec,
    audit: { screen, action: 'Write a note on {thing}' },
    summary: `Write a note on a thing, for all who may read it, until then; at most ${mostNotes} at a time. It takes the right to change such a thing`,
    params,
    body: z.strictObject({
      text: visibleLine(longestNote),
      until: z.iso.datetime({ error: 'must be a date and a time in UTC' }),
    }),
    data: Note,
  }),
  endNote: defineCall({
    method: 'POST',
    path: '/notes/v1/notes/{noteId}/end',
    access: 'any-right',
    spec,
    audit: { screen, action: 'End a note ({noteId})' },
    summary: 'End a note before its time, by anyone who may write one',
    params: z.strictObject({ noteId: z.guid('must be the id of a note') }),
    // Kept for repeats (D9), also by those who may no longer read the thing.
    data: z.null(),
  }),
} as const satisfies Record<string, Call>
