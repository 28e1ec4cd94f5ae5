// A relay by other hands, in memory: what the interop command tries beside the embedded ones.
package main

import (
	"net/http"
	"os"

	"github.com/fiatjaf/eventstore/slicestore"
	"github.com/fiatjaf/khatru"
)

func main() {
	relay := khatru.NewRelay()
	store := slicestore.SliceStore{}
	if err := store.Init(); err != nil {
		panic(err)
	}
	relay.StoreEvent = append(relay.StoreEvent, store.SaveEvent)
	relay.QueryEvents = append(relay.QueryEvents, store.QueryEvents)
	relay.DeleteEvent = append(relay.DeleteEvent, store.DeleteEvent)
	relay.ReplaceEvent = append(relay.ReplaceEvent, store.ReplaceEvent)
	if err := http.ListenAndServe("127.0.0.1:"+os.Args[1], relay); err != nil {
		panic(err)
	}
}
