export { phoneGroups, phoneNumber } from './phone-number.ts'
export { PlaceInLine } from './place-in-line.tsx'
export { CheckDigitWarning, isDoubtful, SimIdField, simIdProblem } from './sim-id-field.tsx'
export { SimState } from './sim-state.tsx'
