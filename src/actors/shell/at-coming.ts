/** Calls its listener when what is told of comes: what is there already and tells more of itself comes no more. */
export const atComing = (listener: () => void) => {
  let wasThere = false;
  return (isThere: boolean): void => {
    const comes = isThere && !wasThere;
    wasThere = isThere;
    if (comes) listener();
  };
};
