/** The texts of the file uploader, loaded with it. The first two are the specification's (5). */
export const fileUploader = {
  InvalidFileSelectedSingle: 'The file is of a kind that is not accepted. Choose @@accept@@.',
  InvalidFileSelectedMultiple: 'Files of a kind that is not accepted were left out. Choose @@accept@@.',
  ErrorFileUnreadable: 'The file @@name@@ could not be read. Choose it again.',

  Accepted: 'Accepted: @@accept@@',
  ChooseFile: 'Choose a file',
  ChooseFiles: 'Choose files',
  ChooseAnother: 'Choose another',
  ChooseOthers: 'Choose others',
  OrDropItHere: 'or drop it here',
  OrDropThemHere: 'or drop them here',
  DropHere: 'Drop here',
  LeftOut: '@@count@@ more {file|files} {was|were} dropped and not read. Drop one file at a time.',
  LoadingFile: 'Reading @@name@@',
  LockedWhileRunning: 'Locked while running',
  Remove: 'Remove',
  RemoveNamed: 'Remove @@name@@',
} as const
