/** A reason not to start that a person can do something about, in one sentence. */
export class DemoRefusal extends Error {}
