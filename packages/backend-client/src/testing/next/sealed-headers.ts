function refuse(): never {
  throw new Error(
    "Headers cannot be modified. Read more: https://nextjs.org/docs/app/api-reference/functions/headers",
  );
}

/** A request's headers, which Next does not let an app change. */
export class SealedHeaders extends Headers {
  override append(): never {
    return refuse();
  }

  override set(): never {
    return refuse();
  }

  override delete(): never {
    return refuse();
  }
}
