/** Home has it as well, without whatever else is said of files. */
export const chooseFile = {
  ChooseFile: 'Choose a file',
} as const
