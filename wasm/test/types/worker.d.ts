// What the service worker (sw.js) and the page's workers (worker.js) find in their scope.

/** wasm_exec.js of the Go distribution. */
declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

/** Programs are compiled before they are instantiated. */
declare namespace WebAssembly {
  function instantiate(module: Module, imports?: Imports): Promise<Instance>;
}

interface WorkerGlobalScope {
  registration: ServiceWorkerRegistration;
  clients: Clients;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => any): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => any): void;
  addEventListener(type: "message", listener: (event: ExtendableMessageEvent) => any, options?: AddEventListenerOptions): void;
}

/** unpack.js, which the service worker has too. */
declare function decoder(): (piece?: Uint8Array) => Uint8Array<ArrayBuffer>;
