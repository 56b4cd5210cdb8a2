export { NotesLine } from './notes-line.tsx'
export { noteLines, useNotes } from './use-notes.ts'
