/** A steering call or request that asks for something the shop does not have or the simulator does not model. */
export class StoreRefusal extends Error {
  readonly status: number;

  constructor(message: string, status = 422) {
    super(message);
    this.name = 'StoreRefusal';
    this.status = status;
  }
}
