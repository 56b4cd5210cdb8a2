/** The calls of the console, for people who write programs. */
export const apiReference = {
  Reading: 'Loading the calls…',
  Intro:
    'Programs make the same calls as this console, each with the rights of its person. They send a token in the Authorization header.',
  Promise: 'More calls, fields and values may come at any time. A program passes over what it does not know.',
  Find: 'Find a call',
  Count: '@@count@@ {call|calls}',
  CountOf: '@@count@@ of @@total@@ {call|calls}',
  NoMatch: 'No call has “@@words@@” in its address or description.',
  Save: 'Save openapi.json',
  Right: 'Right',
  RightSignedIn: 'any person who is signed in',
  RightAny: 'any person with a role',
  RightPublic: 'open to all',
  Answer: 'Answer',
  AnswerJson: 'JSON: status, message and data',
  AnswerFile: 'a file, @@type@@',
  AnswerEvents: 'events that go on, @@type@@',
  Parameters: 'Parameters',
  ParameterIn: '@@place@@, required',
  ParameterMay: '@@place@@',
  Example: 'Example',
} as const
