export { NoteLines, WriteNote } from './notes-line.tsx'
export { noteLines, useNotes } from './use-notes.ts'
