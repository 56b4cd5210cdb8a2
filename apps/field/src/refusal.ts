/** Thrown by a handler to answer with an error in its system's own manner: nothing of the field is broken. */
export class Refusal extends Error {}
