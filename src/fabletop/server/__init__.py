"""Tables for people: seats, links, clocks, storage; HTTP and WebSocket."""
